import { ArrowLeftRight, BellRing, CreditCard, Flag, Phone, Zap, type LucideIcon } from 'lucide-react'
import { OfficeStatusBadge } from '#web/kit/bookings/status-badge.tsx'
import { OfficeLink, useMayOpen } from '#web/kit/office/office-list.tsx'
import { Badge, Icon } from '#web/ui/badge.tsx'
import { ButtonLink, buttonClass } from '#web/ui/button.tsx'
import { Plate } from '#web/ui/sign.tsx'
import { caseText, caseTitle, GROUP_WORDS, waitTexts, type Case } from './board-texts.ts'

/** One thing that needs a person: what is wrong and for how long, what it is about, and what can be done about it. */
export function CaseCard({ one, now }: { one: Case; now: Date }) {
  const { group, booking, workingUnit } = one
  const { badge, tone, edge } = GROUP_WORDS[group]
  const page = pageOf(one)
  const title = caseTitle(one)
  return (
    <article className={`case cells cols-end g-2-4 level p-3-4 edge-1 r-control bg-surface lh-135 ${edge}`}>
      <div className="case__left across flex wraps level g-1-3 t-sm figures-even">
        <Badge tone={tone}>{badge}</Badge>
        {waitTexts(one, now).map((text) => (
          <span key={text}>{text}</span>
        ))}
      </div>
      <div className="case__what across shrink break">
        <h3 className="t-md tight-0">{page ? <OfficeLink to={page}>{title}</OfficeLink> : title}</h3>
        <p className="num t-sm muted">{caseText(one)}</p>
        {group === 'papers' && workingUnit?.registration ? (
          <Plate registration={workingUnit.registration} front />
        ) : null}
        {booking && group === 'questions' ? <OfficeStatusBadge booking={booking} /> : null}
      </div>
      <div className="case__acts across flex wraps level g-2">
        <CaseActs one={one} />
      </div>
    </article>
  )
}

/** Where it is dealt with. */
function pageOf({ group, id, booking }: Case): string | undefined {
  if (group === 'questions') return `/admin/day-questions?question=${id}`
  if (group === 'claims') return `/admin/claims?claim=${id}`
  if (group === 'papers') return `/admin/verifications?unit=${id}`
  return GROUP_WORDS[group].page ?? (booking ? `/admin/bookings/${booking.id}` : undefined)
}

function CaseActs({ one }: { one: Case }) {
  const { group, id, booking, customer, company, driver, actions } = one
  const mayOpen = useMayOpen()
  if (group === 'papers')
    return <ButtonLink to={`/admin/bookings/find?unit=${id}&status=confirmed`}>Its jobs</ButtonLink>
  const page = pageOf(one)
  if (GROUP_WORDS[group].page && page)
    return mayOpen(page) ? (
      <ButtonLink to={page} icon={Flag}>
        Open<span className="vh"> {caseTitle(one)}</span>
      </ButtonLink>
    ) : null
  const contact = driver?.phone ? driver : company
  const reference = booking?.reference ?? ''
  return (
    <>
      {CALLS_MOVER.includes(group) ? <Call name={contact?.name} phone={contact?.phone} /> : null}
      {CALLS_CUSTOMER.includes(group) ? <Call name={customer?.name} phone={customer?.phone} /> : null}
      {actions.map((action) => {
        const { name, icon } = ACTS[action]
        return (
          <ButtonLink key={action} to={`/admin/bookings/${booking?.id}?do=${action}`} icon={icon}>
            {name}
            <span className="vh">, booking {reference}</span>
          </ButtonLink>
        )
      })}
    </>
  )
}

const CALLS_MOVER: readonly Case['group'][] = ['late', 'stopped', 'unconfirmed', 'unanswered', 'never_started']
const CALLS_CUSTOMER: readonly Case['group'][] = ['late', 'stopped', 'nobody', 'no_one_took', 'never_started']

export const ACTS: Record<Case['actions'][number], { name: string; icon: LucideIcon }> = {
  ask_again: { name: 'Ask again', icon: BellRing },
  move: { name: 'Move', icon: ArrowLeftRight },
  make_hot: { name: 'Make hot', icon: Zap },
  mark_charged: { name: 'Mark charged', icon: CreditCard },
  mark_refunded: { name: 'Mark refunded', icon: CreditCard },
}

function Call({ name, phone }: { name: string | undefined; phone: string | null | undefined }) {
  if (!name || !phone) return null
  return (
    <a className={buttonClass({})} href={`tel:${phone}`}>
      <Icon of={Phone} />
      Call {name}
    </a>
  )
}
