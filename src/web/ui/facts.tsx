import type { ReactNode } from 'react'

export interface Fact {
  name: string
  value: ReactNode
  /** Wrong, or no longer true. */
  isOff?: boolean
}

/** Names and values of one thing, one per line. */
export const Facts = ({ facts, className }: { facts: readonly Fact[]; className: string }) => (
  <dl className={className}>
    {facts.map(({ name, value, isOff }) => (
      <div key={name} className={isOff ? 'is-off' : undefined}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
