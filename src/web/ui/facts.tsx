import type { ReactNode } from 'react'

export interface Fact {
  name: string
  value: ReactNode
  /** Wrong, or no longer true. */
  isOff?: boolean
  /** The one of several that holds at present, and says so. */
  now?: string
}

/** Names and values of one thing, one per line. */
export const Facts = ({ facts, className }: { facts: readonly Fact[]; className: string }) => (
  <dl className={className}>
    {facts.map(({ name, value, isOff, now }) => (
      <div key={name} className={isOff ? 'is-off' : now ? 'is-now' : undefined}>
        <dt>
          {name}
          {now ? <span>{now}</span> : null}
        </dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
