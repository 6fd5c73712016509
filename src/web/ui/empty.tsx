import type { ReactNode } from 'react'
import type { VanCategory } from '#modules/fleet/rules.ts'
import { Van } from './van.tsx'

interface EmptyProps {
  title: string
  /** One sentence. */
  children?: ReactNode
  /** One action. */
  action?: ReactNode
  van?: VanCategory
  headingLevel?: 'h1' | 'h2' | 'h3'
}

/** An empty van on the kerb, one sentence, one action. */
export function Empty({ title, children, action, van = 'large_van', headingLevel: Heading = 'h2' }: EmptyProps) {
  return (
    <div className="empty cells items-mid g-2 t-center m-30">
      <div className="kerb mid-x mb-3">
        <Van category={van} />
      </div>
      <Heading className="h3">{title}</Heading>
      {children ? <p>{children}</p> : null}
      {action}
    </div>
  )
}

/** A grey placeholder while something loads. Sizes are classes: `line`, `line--short`, `block`. */
export function Skeleton({ shape = 'line' }: { shape?: 'line' | 'line--short' | 'block' | 'mark' }) {
  return <div className={`skeleton skeleton--${shape}`} aria-hidden="true" />
}

/** A placeholder for a card that is loading; `label` is read out once. */
export function SkeletonCard({ label }: { label?: string }) {
  return (
    <div className="card skeleton-card cells g-3" role={label ? 'status' : undefined}>
      {label ? <span className="vh">{label}</span> : null}
      <Skeleton shape="mark" />
      <div className="stack gap-2">
        <Skeleton />
        <Skeleton shape="line--short" />
      </div>
      <Skeleton />
    </div>
  )
}
