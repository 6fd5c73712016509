import type { ReactNode } from 'react'
import { Banner } from '#web/ui/banner.tsx'
import { classNames } from '#web/ui/class-names.ts'

interface SettingsCardProps {
  id: string
  title: string
  /** An error with the card as a whole. */
  problem?: string
  /** For actions that cannot be undone. */
  isStop?: boolean
  children: ReactNode
}

/** One section of the settings; its id is the target of the side menu. */
export function SettingsCard({ id, title, problem, isStop, children }: SettingsCardProps) {
  return (
    <section className={classNames('card set', isStop && 'set--stop')} id={id} aria-labelledby={`${id}-title`}>
      <h2 className="h3 mb-3 t-lg tight-0" id={`${id}-title`}>
        {title}
      </h2>
      {problem ? (
        <Banner tone="bad" isAlert className="mb-4">
          {problem}
        </Banner>
      ) : null}
      {children}
    </section>
  )
}
