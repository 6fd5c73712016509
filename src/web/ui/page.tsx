import type { ReactNode } from 'react'
import type { VanCategory } from '#modules/fleet/rules.ts'
import { LinkButton } from './button.tsx'
import { classNames } from './class-names.ts'
import { Van } from './van.tsx'

/** The main part of a screen: `#main` is where "Skip to content" leads. */
export function Page({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <main id="main" tabIndex={-1} className={classNames('wrap page', className)}>
      {children}
    </main>
  )
}

export function PageHead({ title, children }: { title: ReactNode; children?: ReactNode }) {
  return (
    <div className="page__head">
      <h1>{title}</h1>
      {children}
    </div>
  )
}

/** The bar that stays at the foot of a phone: the answer left, the action right. `phoneOnly` hides it from 992 px. */
export function Actions({ answer, detail, phoneOnly, children }: ActionsProps) {
  return (
    <div className={classNames('actions', phoneOnly && 'actions--phone')}>
      <div className="actions__sum shrink t-sm lh-125 muted">
        <b className="block-box t-lg ink figures-even one-line">{answer}</b>
        {detail}
      </div>
      {children}
    </div>
  )
}

/** Bar for the button that orders: the note directly under it tells what pressing it means. */
export const OrderBar = ({ note, children }: { note: string; children: ReactNode }) => (
  <div className="actions actions--phone actions--order">
    {children}
    <p className="small">{note}</p>
  </div>
)

interface ActionsProps {
  answer: ReactNode
  detail?: ReactNode
  phoneOnly?: boolean
  children: ReactNode
}

/**
 * Error for a part of the page that failed to load. A browser requests a script once for each page and remembers that
 * it failed, so only a reload requests it again. Entered data is stored.
 */
export const NotLoaded = ({ what }: { what: string }) => (
  <>
    <span>We couldn’t load {what}. Check your connection.</span>{' '}
    <LinkButton className="inline" onClick={() => location.reload()}>
      Reload the page
    </LinkButton>
  </>
)

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
