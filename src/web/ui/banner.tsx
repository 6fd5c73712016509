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
      className={classNames('banner', tone !== 'info' && `banner--${tone}`, className)}
      role={isAlert ? 'alert' : undefined}
    >
      <Icon of={icon ?? icons[tone]} />
      <div className="banner__body">
        {title ? <b>{title}</b> : null}
        {children}
      </div>
    </div>
  )
}
