import { CircleAlert, CircleCheck, Info, TriangleAlert, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'

type Tone = 'info' | 'warn' | 'bad' | 'good'

const icons: Record<Tone, LucideIcon> = { info: Info, warn: TriangleAlert, bad: CircleAlert, good: CircleCheck }

interface BannerProps {
  tone?: Tone
  icon?: LucideIcon
  title?: ReactNode
  children?: ReactNode
  /** Read out as soon as it appears; for results of an action. */
  isAlert?: boolean
  className?: string
}

/** Information about the view below it. */
export function Banner({ tone = 'info', icon, title, children, isAlert, className }: BannerProps) {
  return (
    <div
      className={classNames(
        'banner flex items-start g-3 p-3-4 r-small ink lh-14',
        tone !== 'info' && `banner--${tone}`,
        className,
      )}
      role={isAlert ? 'alert' : undefined}
    >
      <Icon of={icon ?? icons[tone]} />
      <div className="banner__body flex-1 shrink">
        {title ? <b className="block-box">{title}</b> : null}
        {children}
      </div>
    </div>
  )
}
