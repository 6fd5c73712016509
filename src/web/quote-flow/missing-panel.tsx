import { Phone } from 'lucide-react'
import { Link } from 'react-router'
import { readablePhone } from '#shared/phone.ts'
import { useRootData } from '#web/kit/page/root-data.ts'
import { Banner } from '#web/ui/banner.tsx'
import { ButtonLink, buttonClass } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/page.tsx'
import { Icon } from '#web/ui/badge.tsx'
import type { Missing } from './draft/draft-steps.ts'

const linkOf = ({ href, field }: Missing) => `${href}#${encodeURIComponent(field)}`

/** Shown instead of a step that is not possible yet: what is missing, with links. */
export function MissingPanel({
  title,
  missing,
  isNew,
}: {
  title: string
  missing: readonly Missing[]
  isNew?: boolean
}) {
  const [first] = missing
  return (
    <div className="card">
      <Empty
        title={title}
        action={
          first ? (
            <ButtonLink look="primary" to={linkOf(first)}>
              {stepActions[first.step] ?? 'Go there'}
            </ButtonLink>
          ) : null
        }
      >
        {isNew ? null : 'Everything you typed is still here.'}
      </Empty>
      <div className="missing__center pb-4">
        <MissingList missing={missing} />
      </div>
    </div>
  )
}

const stepActions: Partial<Record<Missing['step'], string>> = {
  'additional-services': 'Choose items and van',
  clarify: 'Open the details',
  'route-details': 'Complete the route',
  'pick-a-driver': 'Compare prices',
}

/** Shown above a step that can be filled in although an earlier one lacks something. */
export function MissingBanner({ missing }: { missing: readonly Missing[] }) {
  if (missing.length === 0) return null
  return (
    <div id="missing">
      <Banner tone="warn" title="One thing first" className="mb-4">
        <MissingList missing={missing} />
      </Banner>
    </div>
  )
}

/** Each missing thing as a link to its step. */
export function MissingList({ missing }: { missing: readonly Missing[] }) {
  return (
    <ul className="missing">
      {missing.map((one) => (
        <li key={one.field}>
          <Link to={linkOf(one)}>{one.text}</Link>
        </li>
      ))}
    </ul>
  )
}

/** A button that calls the help line. */
export function CallUs() {
  const phone = useRootData()?.config.phone
  if (!phone) return null
  return (
    <a className={buttonClass({ size: 'small' }, 'num')} href={`tel:${phone}`}>
      <Icon of={Phone} />
      Call {readablePhone(phone)}
    </a>
  )
}
