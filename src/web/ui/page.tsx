import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'

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

/** The same bar for the button that orders: directly under it stands what pressing it means. */
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
