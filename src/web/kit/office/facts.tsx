import type { ReactNode } from 'react'

export interface Fact {
  name: string
  value: ReactNode
  /** Wrong, or no longer so. */
  isOff?: boolean
}

/** What is known of one thing, a line each. `isWide`: in two columns, with the name above. */
export const Facts = ({ facts, isWide }: { facts: readonly Fact[]; isWide?: boolean }) => (
  <dl className={isWide ? 'facts facts--wide' : 'facts'}>
    {facts.map(({ name, value, isOff }) => (
      <div key={name} className={isOff ? 'is-off' : undefined}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
