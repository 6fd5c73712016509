import { ArrowLeft } from 'lucide-react'
import { useId, useState } from 'react'
import { useFetcher, useLocation, useNavigate } from 'react-router'
import { z } from 'zod'
import { VAN_NAMES } from '#modules/fleet/rules.ts'
import { unitCalled } from '#modules/fleet/units/rules.ts'
import { setUpUnit } from '#modules/onboarding/contract.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { answerOf, readJson } from '#web/kit/forms/answer.server.ts'
import { type Answer, orUnreachable } from '#web/kit/forms/answer.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { needDriver, needDriverForm } from '#web/kit/session/gate.server.ts'
import { useUnits, UnitLink } from '#web/kit/units/unit-link.tsx'
import { chooseAmongUnits, type Unit } from '#web/kit/units/chosen-unit.server.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { CheckBox } from '#web/ui/choice.tsx'
import { Empty, Page } from '#web/ui/page.tsx'
import { FieldError, SelectField } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/badge.tsx'
import type { Route } from './+types/copy'
import {
  changesOf,
  COPY_PARTS,
  helpLevelsFrom,
  isEmptyPart,
  PART_NAMES,
  type Change,
  type Copied,
  type CopyPart,
} from './copy-preview.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Copy from another van' })

type CopiedUnit = Copied & { id: string; called: string }

interface Loaded {
  to: CopiedUnit | null
  /** The other vans, and which of them is copied. */
  others: { id: string; called: string }[]
  from: CopiedUnit | null
}

const copiedOf = ({ id, name, vehicle, operatingArea, schedule, allowedJobs }: Unit): CopiedUnit => ({
  id,
  called: unitCalled({ name, registration: vehicle?.registration ?? null }),
  operatingArea,
  schedule,
  allowedJobs,
})

export async function loader({ context, url }: Route.LoaderArgs): Promise<Loaded> {
  const { call } = needDriver(context)
  const { units, unit } = await chooseAmongUnits(call, { url })
  const others = units.filter(({ id }) => id !== unit?.id).map(copiedOf)
  const from = others.find(({ id }) => id === url.searchParams.get('from')) ?? others[0] ?? null
  return {
    to: unit && copiedOf(unit),
    others: others.map(({ id, called }) => ({ id, called })),
    from,
  }
}

type Before = AnswerOf<typeof setUpUnit>

const submittedShape = z.object({
  unitId: z.string(),
  /** The endpoint's schema validates it. */
  body: z.custom<never>((body) => typeof body === 'object' && body !== null),
})

/** Copying and taking the copy back are the same call. */
export async function action({ request, context }: Route.ActionArgs): Promise<Answer<Before>> {
  const { call } = needDriverForm(context, request)
  const { unitId, body } = await readJson(request, submittedShape)
  return answerOf(await call(setUpUnit, { params: { id: unitId }, body }))
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orUnreachable(() => serverAction())

export default function CopyPage({ loaderData: { to, from, others } }: Route.ComponentProps) {
  return (
    <Page className="page--hours">
      <UnitLink className="link-btn" to="/working-unit">
        <Icon of={ArrowLeft} />
        Working unit
      </UnitLink>
      <h1 className="mb-4">Copy to {to?.called ?? 'your van'}</h1>
      {to && from ? (
        <CopyForm key={`${to.id} ${from.id}`} to={to} from={from} others={others} />
      ) : (
        <Empty title="You have only one van">There is nothing to copy from yet.</Empty>
      )}
    </Page>
  )
}

interface FormProps {
  to: CopiedUnit
  from: CopiedUnit
  others: Loaded['others']
}

function CopyForm({ to, from, others }: FormProps) {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const { send, undo, answer, isBusy, isCopied } = useCopying(to.id)
  const possible = COPY_PARTS.filter((part) => !isEmptyPart(part, from, to) && changesOf(part, from, to).length > 0)
  const [excluded, setOff] = useState<readonly CopyPart[]>([])
  const chosen = possible.filter((part) => !excluded.includes(part))
  const toggle = (part: CopyPart) =>
    setOff(excluded.includes(part) ? excluded.filter((one) => one !== part) : [...excluded, part])
  return (
    <div className="stack">
      {isCopied ? (
        <Banner tone="info" title={`Copied to ${to.called}`}>
          Nothing else was changed, and {from.called} is as it was.{' '}
          <LinkButton onClick={undo} disabled={isBusy}>
            Undo
          </LinkButton>
        </Banner>
      ) : null}
      <section className="card">
        <SelectField
          label="From"
          value={from.id}
          onChange={(event) => void navigate(`${pathname}?unit=${to.id}&from=${event.target.value}`)}
        >
          {others.map(({ id, called }) => (
            <option key={id} value={id}>
              {called}
            </option>
          ))}
        </SelectField>
      </section>
      {COPY_PARTS.map((part) => (
        <Part
          key={part}
          part={part}
          changes={changesOf(part, from, to)}
          isEmpty={isEmptyPart(part, from, to)}
          isChosen={chosen.includes(part)}
          onToggle={() => toggle(part)}
        />
      ))}
      <PricesNote unitId={to.id} />
      <FieldError error={problemIn(answer)} />
      <div>
        <Button
          className="long"
          look="primary"
          size="big"
          busy={isBusy}
          disabled={chosen.length === 0}
          onClick={() => send(bodyOf(chosen, from, to))}
        >
          Copy to {to.called}
        </Button>
      </div>
    </div>
  )
}

/** Prices are not copied: they belong to the company, by kind of van. A kind without any can start with another's. */
function PricesNote({ unitId }: { unitId: string }) {
  const unit = useUnits().find(({ id }) => id === unitId)
  const van = unit?.vanCategory
  const hasNone = van && unit.crews.every(({ whyNot: blockedBy }) => blockedBy === 'rate')
  return (
    <p className="small muted">
      Prices are the company’s: each kind of van has its own rates, whichever van drives.{' '}
      {hasNone ? `There are none for a ${VAN_NAMES[van]} yet: start with those of another kind in your ` : 'See your '}
      <UnitLink to="/settings/operations-and-pricing-hourly-rates">hourly rates</UnitLink>.
    </p>
  )
}

/** The first field's own sentence: this page has no fields to mark. */
const problemIn = (answer: Answer | undefined): string | null =>
  answer && !answer.ok ? (Object.values(answer.errors ?? {})[0]?.[0] ?? answer.detail) : null

/** The last answer is what was there before: sent back, it undoes the copy. */
function useCopying(unitId: string) {
  const fetcher = useFetcher<Answer<Before>>()
  const [isUndo, setUndo] = useState(false)
  const answer = fetcher.state === 'idle' ? fetcher.data : undefined
  const submit = (body: object) =>
    void fetcher.submit(JSON.stringify({ unitId, body }), { method: 'post', encType: 'application/json' })
  return {
    answer,
    isBusy: fetcher.state !== 'idle',
    isCopied: answer?.ok === true && !isUndo,
    send: (body: object) => {
      setUndo(false)
      submit(body)
    },
    undo: () => {
      if (!answer?.ok) return
      setUndo(true)
      submit(answer.data)
    },
  }
}

const bodyOf = (parts: readonly CopyPart[], from: CopiedUnit, to: CopiedUnit) => ({
  operatingArea: parts.includes('operatingArea') ? from.operatingArea : null,
  schedule: parts.includes('schedule') ? from.schedule.entries : null,
  allowedJobs: parts.includes('allowedJobs')
    ? { jobKinds: from.allowedJobs.jobKinds, helpLevels: helpLevelsFrom(from, to) }
    : null,
})

interface PartProps {
  part: CopyPart
  changes: readonly Change[]
  isEmpty: boolean
  isChosen: boolean
  onToggle: () => void
}

function Part({ part, changes, isEmpty, isChosen, onToggle }: PartProps) {
  const id = useId()
  if (isEmpty || changes.length === 0)
    return (
      <section className="card">
        <h2 className="h3">{PART_NAMES[part]}</h2>
        <p className="muted mt-1">{isEmpty ? 'There is nothing to copy.' : 'Already the same.'}</p>
      </section>
    )
  return (
    <section className="card" aria-labelledby={id}>
      <h2 className="vh" id={id}>
        {PART_NAMES[part]}
      </h2>
      <CheckBox checked={isChosen} onChange={onToggle}>
        {PART_NAMES[part]}
      </CheckBox>
      <table className="table num mt-3">
        <thead>
          <tr>
            <th scope="col">
              <span className="vh">What</span>
            </th>
            <th scope="col">Now</th>
            <th scope="col">Then</th>
          </tr>
        </thead>
        <tbody>
          {changes.map(({ name, before, after }) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              <td>{before}</td>
              <td>{after}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
