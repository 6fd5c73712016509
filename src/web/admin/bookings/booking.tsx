import { isAgreed } from '#modules/bookings/rules.ts'
import { isUnanswered } from '#modules/bookings/rules.ts'
import { Phone } from 'lucide-react'
import { Link } from 'react-router'
import { getBoardBooking } from '#modules/board/bookings/contract.ts'
import { BOARD_ACTIONS } from '#modules/board/rules.ts'
import { markCharged, markRefunded } from '#modules/billing/cards/contract.ts'
import { getTrail, askAgain, listMoveUnits, makeHot, moveBooking } from '#modules/bookings/office/contract.ts'
import { formatPence } from '#shared/money.ts'
import { readablePhone } from '#shared/phone.ts'
import { OfficeStatusBadge } from '#web/kit/bookings/status-badge.tsx'
import { plainAnswerOf, readForm } from '#web/kit/forms/answer.server.ts'
import { type Answer, orUnreachable } from '#web/kit/forms/answer.ts'
import { textIn } from '#web/kit/forms/form-text.ts'
import { History, type HistoryEntry, OfficeHead } from '#web/kit/office/office-shell.tsx'
import { atMost, officeMoment, officePeriod, cameFromText } from '#web/kit/office/office-pages.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { dataOf, namedBy, needAdmin, needAdminForm } from '#web/kit/session/gate.server.ts'
import { Banner, ProblemBanner } from '#web/ui/banner.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Facts, type Fact } from '#web/ui/facts.tsx'
import { Icon } from '#web/ui/badge.tsx'
import { Plate } from '#web/ui/sign.tsx'
import { CARD_STATE_TEXTS } from '#web/kit/billing/billing-texts.ts'
import type { Route } from './+types/booking'
import { ActForm, type Units } from './action-form.tsx'
import { actionTexts, type OneBooking } from './act-texts.ts'
import { ACTS } from './case-card.tsx'
import { stopText } from './board-texts.ts'
import { trailEntries } from './event-texts.ts'
import { useFreshBoard } from './use-fresh-board.ts'
import './bookings.css'

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, { title: `Booking ${loaderData?.booking.reference ?? ''}` })

interface Loaded {
  booking: OneBooking
  /** Action that the address asks for. */
  action: (typeof BOARD_ACTIONS)[number] | null
  units: Units
  happened: HistoryEntry[]
}

export async function loader({ context, params, url }: Route.LoaderArgs): Promise<Loaded> {
  const { call } = needAdmin(context)
  const booking = namedBy(await call(getBoardBooking, { params: { id: params.id } }))
  const action = booking.actions.find((one) => one === url.searchParams.get('do')) ?? null
  const [trail, units] = await Promise.all([
    call(getTrail, { params: { hash: booking.hash } }),
    action === 'move' ? call(listMoveUnits, { params: { id: booking.id } }) : null,
  ])
  const happened = trail.ok ? trailEntries(trail.data.results) : []
  return { booking, action, units: units ? dataOf(units).results : [], happened }
}

export async function action({ request, context, params }: Route.ActionArgs): Promise<Answer<string>> {
  const { call } = needAdminForm(context, request)
  const form = await readForm(request)
  const name = textIn(form, 'action')
  const to = { params: { id: params.id } }
  const reference = { body: { reference: textIn(form, 'reference') } }
  // What is no unit and no state, the API refuses.
  const seen = textIn(form, 'seen') as 'new_booking'
  const body = { seen, customerAgreed: form.has('customerAgreed'), reason: textIn(form, 'reason') }
  const answer =
    name === 'mark_charged'
      ? await call(markCharged, { ...to, ...reference })
      : name === 'mark_refunded'
        ? await call(markRefunded, { ...to, ...reference })
        : name === 'ask_again'
          ? await call(askAgain, to)
          : name === 'make_hot'
            ? await call(makeHot, { ...to, body })
            : await call(moveBooking, { ...to, body: { ...body, workingUnitId: textIn(form, 'workingUnitId') } })
  const plain = plainAnswerOf(answer)
  return plain.ok ? { ok: true, data: name } : plain
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orUnreachable(() => serverAction())

export default function Booking({ loaderData, actionData }: Route.ComponentProps) {
  const { booking, action, units, happened } = loaderData
  useFreshBoard()
  const done = actionData?.ok ? BOARD_ACTIONS.find((one) => one === actionData.data) : undefined
  const isOpen = action !== null && !done
  return (
    <>
      <OfficeHead
        title={`Booking ${booking.reference}`}
        badge={<OfficeStatusBadge booking={booking} />}
        backTo={{ name: 'Today', to: '/admin/bookings' }}
      />
      <div className="stack">
        {done ? (
          <Banner tone="good" isAlert>
            {actionTexts(done, booking).done}
          </Banner>
        ) : null}
        <ProblemBanner text={!isOpen && actionData?.ok === false && actionData.detail} />
        <section className="card" aria-labelledby="what">
          <h2 className="h3 long" id="what">
            {booking.from} to {booking.to}
          </h2>
          <Facts className="facts mt-3" facts={factsOf(booking)} />
          {isAgreed(booking.status) ? (
            <ButtonLink className="mt-3" to={`/my-bookings/change/${booking.id}/move`}>
              Change the move, with the customer’s yes
            </ButtonLink>
          ) : null}
        </section>
        {isOpen ? (
          <ActForm key={action} booking={booking} action={action} units={units} answer={actionData} />
        ) : booking.actions.length > 0 ? (
          <section className="card stack" aria-labelledby="do">
            <h2 className="h3" id="do">
              What needs doing?
            </h2>
            <div className="row">
              {booking.actions.map((one) => (
                <ButtonLink key={one} to={`?do=${one}`} icon={ACTS[one].icon} preventScrollReset>
                  {actionTexts(one, booking).ask}
                </ButtonLink>
              ))}
            </div>
          </section>
        ) : null}
        {happened.length > 0 ? (
          <section className="card" aria-labelledby="happened">
            <h2 className="h3" id="happened">
              What happened
            </h2>
            <div className="mt-3">
              <History entries={happened} />
            </div>
          </section>
        ) : null}
      </div>
    </>
  )
}

function factsOf(booking: OneBooking): Fact[] {
  const { hash, startAt, endAt, customer, company, workingUnit, driver, day, card } = booking
  return [
    { name: 'Booked for', value: officePeriod(startAt, endAt) },
    {
      name: 'Customer',
      value: (
        <Reach name={customer.name} phone={customer.phone}>
          {customer.email ? <a href={`mailto:${customer.email}`}>{customer.email}</a> : null}
        </Reach>
      ),
    },
    company
      ? {
          name: 'Company',
          value: (
            <Reach name={[company.name, workingUnit?.name].filter(Boolean).join(', ')} phone={company.phone}>
              {workingUnit?.registration ? <Plate registration={workingUnit.registration} front /> : null}
            </Reach>
          ),
        }
      : { name: 'Company', value: 'No company yet' },
    ...(driver ? [{ name: 'Driver', value: <Reach name={driver.name} phone={driver.phone} /> }] : []),
    ...(isUnanswered(booking.status) && booking.respondBy && company
      ? [{ name: 'Answers by', value: officeMoment(booking.respondBy) }]
      : []),
    ...(booking.stop
      ? [
          {
            name: 'Driver stopped',
            value: `${stopText(booking.stop.reason, booking.stop.outcome)}. ${leavesText(booking.stop)}`.trim(),
          },
        ]
      : []),
    ...(booking.askedAgainAt ? [{ name: 'Asked again', value: officeMoment(booking.askedAgainAt) }] : []),
    ...(day?.lateEta ? [{ name: 'Late until', value: officeMoment(day.lateEta) }] : []),
    {
      name: 'Price',
      value: `${formatPence(booking.totalPence)}${atMost(booking)}, by ${booking.paymentMethod}`,
    },
    ...(card
      ? [
          {
            name: 'Card',
            value: `${formatPence(card.amountPence)}, ${CARD_STATE_TEXTS[card.state]}${card.reference ? `, ${card.reference}` : ''}`,
          },
        ]
      : []),
    ...(booking.cameFrom ? [{ name: 'Came from', value: cameFromText(booking.cameFrom) }] : []),
    { name: 'Its page', value: <Link to={`/booking/${hash}`}>What the customer sees</Link> },
  ]
}

const leavesText = ({ due, outcome }: NonNullable<OneBooking['stop']>): string =>
  outcome === 'goes_on' || due === null ? '' : `The stop can be undone until ${officeMoment(due)}.`

function Reach({ name, phone, children }: { name: string; phone: string | null; children?: React.ReactNode }) {
  return (
    <span className="reach-line flex wraps g-0-3">
      <span>{name}</span>
      {phone ? (
        <a className="num" href={`tel:${phone}`}>
          <Icon of={Phone} />
          {readablePhone(phone)}
          <span className="vh">, call {name}</span>
        </a>
      ) : null}
      {children}
    </span>
  )
}
