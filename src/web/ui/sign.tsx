import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'
import type { MarkColour } from '#modules/companies/rules.ts'
import { classNames } from './class-names.ts'

/** The green panel, one per view: the main answer. */
export function Sign({ className, ...rest }: ComponentProps<'section'>) {
  return <section {...rest} className={classNames('sign', className)} />
}

interface PlateProps {
  registration: string
  front?: boolean
  size?: 'small' | 'big'
}

/** A number plate. `front` is white: the van is not yours yet. */
export function Plate({ registration, front, size }: PlateProps) {
  return (
    <span
      className={classNames('plate mid-both rigid r-plate one-line', front && 'plate--front', size && `plate--${size}`)}
    >
      <span className="vh">Registration </span>
      <span>{registration}</span>
    </span>
  )
}

/** The sign at the edge of a town. */
export function Place({ children }: { children: ReactNode }) {
  return <span className="place">{children}</span>
}

export interface MarkedCompany {
  name: string
  logoUrl: string | null
  markColour: MarkColour
}

/** A company's logo, or two letters of its name on its colour. */
export function CompanyMark({ name, logoUrl, markColour }: MarkedCompany) {
  if (logoUrl)
    return (
      <img
        className="mark cells mid-both rigid r-control cover"
        src={logoUrl}
        alt=""
        width={56}
        height={56}
        loading="lazy"
      />
    )
  return (
    <span className={`mark cells mid-both rigid r-control cover mark--${markColour}`} aria-hidden="true">
      {initials(name)}
    </span>
  )
}

function initials(name: string): string {
  const nameParts = name
    .replace(/[^\p{L}\p{N} ]/gu, ' ')
    .split(' ')
    .filter(Boolean)
  return ((nameParts[0]?.[0] ?? '') + (nameParts[1]?.[0] ?? nameParts[0]?.[1] ?? '')).toUpperCase()
}

interface JourneyStep {
  name: string
  to: string
  /** Filled in: shown with a tick, and a link back. */
  isDone: boolean
  isNow: boolean
}

/** The steps of a booking along a road. Below 992 px only the current name is visible; the others remain for screen readers. */
export function Journey({ steps }: { steps: readonly JourneyStep[] }) {
  return (
    <nav aria-label="Booking steps">
      <ol className="journey flex level">
        {steps.map((step) => (
          <li key={step.to} className={classNames(step.isDone && !step.isNow && 'is-done', step.isNow && 'is-now')}>
            {step.isDone && !step.isNow ? (
              <Link to={step.to}>{step.name}</Link>
            ) : (
              <span aria-current={step.isNow ? 'step' : undefined}>{step.name}</span>
            )}
          </li>
        ))}
      </ol>
    </nav>
  )
}
