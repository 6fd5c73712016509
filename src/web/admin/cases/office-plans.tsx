import { Phone } from 'lucide-react'
import { Form, redirect, useNavigation } from 'react-router'
import { bookOfficePlan } from '#modules/bookings/create/contract.ts'
import { VAN_NAMES } from '#modules/fleet/rules.ts'
import { closeOfficePlan, listOfficePlans } from '#modules/quoting/office-plans/contract.ts'
import { PLAN_OUTCOMES, type PlanOutcome } from '#modules/quoting/office-plans/rules.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { formatDay, formatDayTime, formatTime, toLocal } from '#shared/local-time.ts'
import { readablePhone } from '#shared/phone.ts'
import { countOf, numberText } from '#shared/texts.ts'
import { liftingText } from '#web/kit/bookings/load.ts'
import { plainAnswerOf, problemOf, readForm } from '#web/kit/forms/answer.server.ts'
import { type Answer, orUnreachable } from '#web/kit/forms/answer.ts'
import { textIn } from '#web/kit/forms/form-text.ts'
import { readOfficeList } from '#web/kit/office/list-page.server.ts'
import { OfficeHead } from '#web/kit/office/office-shell.tsx'
import { cursorIn, pageIn } from '#web/kit/page/page-in-address.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { needAdmin, needAdminForm } from '#web/kit/session/gate.server.ts'
import { Icon } from '#web/ui/badge.tsx'
import { Disclosure, ProblemBanner } from '#web/ui/banner.tsx'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Empty } from '#web/ui/page.tsx'
import { ListPages } from '#web/ui/tabs.tsx'
import { planBody, PlanForm, type RefusedPlan } from './plan-form.tsx'
import type { Route } from './+types/office-plans'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'To be rung' })

type List = AnswerOf<typeof listOfficePlans>
type Plan = List['results'][number]

interface Loaded {
  list: List
  page: number
  isBehind: boolean
}

export async function loader({ context, request }: Route.LoaderArgs): Promise<Loaded> {
  const { call } = needAdmin(context)
  const page = pageIn(request.url)
  const list = await readOfficeList(request.url, (query) => call(listOfficePlans, { query }))
  return { list, page, isBehind: cursorIn(request.url) !== null }
}

export async function action({ request, context }: Route.ActionArgs): Promise<Answer | RefusedPlan> {
  const { call } = needAdminForm(context, request)
  const form = await readForm(request)
  const planId = textIn(form, 'bookId')
  if (planId) {
    const booked = await call(bookOfficePlan, { params: { id: planId }, body: planBody(form) })
    if (booked.ok) throw redirect(`/admin/bookings/${booked.data.id}`)
    const formValues = Object.fromEntries([...form.keys()].map((name) => [name, textIn(form, name)]))
    return { ...problemOf(booked), planId, formValues }
  }
  const requested = textIn(form, 'outcome')
  const outcome = PLAN_OUTCOMES.find((one) => one === requested) ?? 'not_reached'
  return plainAnswerOf(await call(closeOfficePlan, { params: { id: textIn(form, 'planId') }, body: { outcome } }))
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orUnreachable(() => serverAction())

export default function OfficePlans({ loaderData, actionData }: Route.ComponentProps) {
  const { list, page, isBehind } = loaderData
  // The refusal of a closed call stands above the list, which has no form for it.
  const refused =
    actionData && 'planId' in actionData && list.results.some(({ id }) => id === actionData.planId)
      ? actionData
      : undefined
  return (
    <>
      <OfficeHead title="To be rung">
        <span className="muted small">Moves that no company’s vans can do in two days</span>
      </OfficeHead>
      <ProblemBanner text={!refused && actionData?.ok === false && actionData.detail} />
      {list.results.length === 0 ? (
        <Empty title="No calls to make" />
      ) : (
        <ul className="divide m-0">
          {list.results.map((plan) => (
            <li className="py-4 stack gap-3" key={plan.id}>
              <OnePlan plan={plan} refused={refused?.planId === plan.id ? refused : undefined} />
            </li>
          ))}
        </ul>
      )}
      <ListPages label="Pages of calls" page={page} isBehind={isBehind} {...list} />
    </>
  )
}

const OUTCOME_NAMES: Record<PlanOutcome, string> = {
  booked: 'Booked',
  not_reached: 'Not reached',
  not_wanted: 'Not wanted',
}

function OnePlan({ plan, refused }: { plan: Plan; refused: RefusedPlan | undefined }) {
  const { id, name, phone, createdAt, move, pieces, volumeM3, weightKg } = plan
  const { formData, formMethod } = useNavigation()
  const isBusy = formMethod === 'POST' && formData?.get('planId') === id
  const places = move.routePoints.map(({ postcode, town }) => [town, postcode].filter(Boolean).join(' ') || 'not known')
  const van = move.vanCategory ? VAN_NAMES[move.vanCategory] : 'No van chosen'
  return (
    <>
      <div className="row row--apart">
        <div className="grows break">
          <h2 className="h3">{name}</h2>
          <p className="num">
            <b>{ringText(plan)}</b> <span className="small muted">asked {formatDayTime(new Date(createdAt))}</span>
          </p>
        </div>
        <a className={buttonClass({}, 'num')} href={`tel:${phone}`}>
          <Icon of={Phone} />
          {readablePhone(phone)}
        </a>
      </div>
      <p className="num">
        {places.join(' to ')}
        {move.date ? `, ${formatDay(move.date)}${move.time ? ` at ${move.time}` : ''}` : ', no date yet'}. {van},{' '}
        {liftingText(move.manPower).toLowerCase()}.
      </p>
      <Disclosure summary={`${countOf(pieces, 'item')}, ${volumeM3.toFixed(1)} m³, ${numberText(weightKg)} kg`}>
        <ul className="small">
          {move.items.map(({ name: item, amount }) => (
            <li key={item}>
              {amount} × {item}
            </li>
          ))}
        </ul>
      </Disclosure>
      <details open={refused !== undefined}>
        <summary className="link-btn">
          Book the vans<span className="vh"> for {name}</span>
        </summary>
        <PlanForm plan={plan} refused={refused} />
      </details>
      <Form method="post" className="row">
        <input type="hidden" name="planId" value={id} />
        {PLAN_OUTCOMES.map((outcome) => (
          <Button key={outcome} type="submit" name="outcome" value={outcome} size="small" busy={isBusy}>
            {OUTCOME_NAMES[outcome]}
            <span className="vh">: {name}</span>
          </Button>
        ))}
      </Form>
    </>
  )
}

function ringText({ ringFrom, ringUntil }: Pick<Plan, 'ringFrom' | 'ringUntil'>): string {
  const { day, minute } = toLocal(new Date(ringFrom))
  return `Ring ${formatDay(day)}, ${formatTime(minute)} to ${formatTime(toLocal(new Date(ringUntil)).minute)}.`
}
