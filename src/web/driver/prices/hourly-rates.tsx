import { useEffect, useState, type SubmitEvent } from 'react'
import { useFetcher } from 'react-router'
import { z } from 'zod'
import { getCompany } from '#modules/companies/contract.ts'
import { unitCalled } from '#modules/fleet/units/rules.ts'
import { getHourlyRates, saveHourlyRates } from '#modules/pricing/contract.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { addDays, localDayOf, type LocalDay } from '#shared/local-time.ts'
import { plainAnswerOf, readJson } from '#web/kit/forms/answer.server.ts'
import { type Answer, errorAt, formProblemOf, orUnreachable } from '#web/kit/forms/answer.ts'
import { SaveBar } from '#web/kit/forms/settings-form.tsx'
import { nowIn } from '#web/kit/page/arrival.ts'
import type { UnitState } from '#web/kit/page/root-data.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { dataOf, needDriver, needDriverForm } from '#web/kit/session/gate.server.ts'
import { useChosenUnit, useUnits, UnitLink } from '#web/kit/units/unit-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { DurationSelect, FieldError } from '#web/ui/field.tsx'
import { useToast } from '#web/ui/toast.tsx'
import type { Route } from './+types/hourly-rates'
import { CREW_REASON_WORDS } from '../bookable/bookable-texts.ts'
import {
  countChanges,
  errorsFromWire,
  readRates,
  rebasedTexts,
  textsOf,
  type RateErrors,
  HELP_COLUMNS,
} from './rates-form.ts'
import { RatesTable } from './rates-table.tsx'
import { firstJob, type TriedJob, Simulator } from './simulator.tsx'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Hourly rates' })

type Tariff = AnswerOf<typeof getHourlyRates>

interface Loaded {
  companyId: string
  basePostcode: string | null
  tariff: Tariff
  tryDay: LocalDay
}

export async function loader({ context }: Route.LoaderArgs): Promise<Loaded> {
  const { call } = needDriver(context)
  const { id, basePostcode } = dataOf(await call(getCompany))
  const tariff = await call(getHourlyRates, { params: { id } })
  const tryDay = addDays(localDayOf(nowIn(context)), 7)
  return { companyId: id, basePostcode, tariff: dataOf(tariff), tryDay }
}

/** The endpoint's schema validates the body. */
const submittedShape = z.object({
  companyId: z.string(),
  body: z.custom<never>((body) => typeof body === 'object' && body !== null),
})

export async function action({ request, context }: Route.ActionArgs) {
  const { call } = needDriverForm(context, request)
  const { companyId, body } = await readJson(request, submittedShape)
  return plainAnswerOf(await call(saveHourlyRates, { params: { id: companyId }, body }))
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orUnreachable(() => serverAction())

export default function HourlyRates({ loaderData }: Route.ComponentProps) {
  const { companyId, basePostcode, tryDay } = loaderData
  const van = useChosenUnit()?.vanCategory ?? undefined
  const saving = useSaving(companyId)
  // Outlives saving, with its postcodes.
  const [job, setJob] = useState(() => firstJob({ from: basePostcode ?? '', day: tryDay, van }))
  // What was saved is the new baseline, without changes.
  return <RatesForm key={saving.times} {...loaderData} saving={saving} job={job} onJob={setJob} />
}

/** Kept outside the form, which is remounted after saving. */
function useSaving(companyId: string) {
  const fetcher = useFetcher<Answer>()
  const showToast = useToast()
  const saved = fetcher.state === 'idle' ? fetcher.data : undefined
  const [{ last, times }, setCounted] = useState({ last: saved, times: 0 })
  if (saved !== last) setCounted({ last: saved, times: saved?.ok ? times + 1 : times })
  useEffect(() => {
    if (saved?.ok) showToast({ title: 'Rates saved' })
  }, [saved, showToast])
  return {
    saved,
    /** How many times it has been saved. */
    times,
    isBusy: fetcher.state !== 'idle',
    save: (body: RatesBody) =>
      void fetcher.submit({ companyId, body }, { method: 'post', encType: 'application/json' }),
  }
}

// A type rather than an interface, because only that is assignable to JSON.
type RatesBody = {
  version: number
  rates: { vanCategory: string; helpLevel: string; pencePerHour: number | null }[]
  minimumMinutes: number
  minimumMinutesTwoPorters: number
}

interface RatesFormProps extends Loaded {
  saving: Saving
  job: TriedJob
  onJob: (job: TriedJob) => void
}

function RatesForm({ companyId, tariff, saving, job, onJob }: RatesFormProps) {
  const form = useRates(tariff, saving)
  const units = useUnits()
  const { texts, setTexts, minimum, setMinimum, errors } = form
  return (
    <div className="stack">
      <form onSubmit={form.submit} onReset={form.undo} noValidate className="stack">
        <section className="card">
          <div className="card__head">
            <div>
              <h2 className="h3">Hourly rates</h2>
              <p className="small muted">What you charge for an hour, in pounds. Leave blank any you don’t offer.</p>
            </div>
          </div>
          {/* This summary is hidden on a phone, where each error is shown at its field. */}
          <div className="phone-hide">
            {Object.values(errors).map((error) => (
              <FieldError key={error} error={error} />
            ))}
          </div>
          <RatesTable
            texts={texts}
            errors={errors}
            units={units}
            onChange={(key, text) => setTexts({ ...texts, [key]: text })}
            onFill={setTexts}
          />
          <p className="small muted mt-3">A Small Van seats two, so it can’t bring two helpers.</p>
        </section>
        <section className="card">
          <h2 className="h3 mb-4">Minimum charge</h2>
          <div className="fields">
            <DurationSelect
              width="half"
              least={30}
              most={720}
              label="Up to 2 men"
              value={minimum.usual}
              onChange={(usual) => setMinimum({ ...minimum, usual })}
              error={form.errorOf('minimum_minutes')}
            />
            <DurationSelect
              width="half"
              least={30}
              most={720}
              label="3 men"
              value={minimum.twoPorters}
              onChange={(twoPorters) => setMinimum({ ...minimum, twoPorters })}
              error={form.errorOf('minimum_minutes_two_porters')}
            />
          </div>
        </section>
        <RateReach units={units} />
        <SaveBar changes={form.changes} save="Save rates" isBusy={form.isBusy} problem={form.problem}>
          <Button type="reset" look="quiet">
            Undo
          </Button>
        </SaveBar>
      </form>
      <Simulator
        companyId={companyId}
        job={job}
        onJob={onJob}
        prices={{ rates: form.rates, minimumMinutes: minimum.usual, minimumMinutesTwoPorters: minimum.twoPorters }}
        isChanged={form.changes > 0}
      />
    </div>
  )
}

type Saving = ReturnType<typeof useSaving>

const minimumOf = ({ minimumMinutes, minimumMinutesTwoPorters }: Tariff) => ({
  usual: minimumMinutes,
  twoPorters: minimumMinutesTwoPorters,
})

function useRates(tariff: Tariff, { saved, isBusy, save }: Saving) {
  const before = textsOf(tariff.rates)
  const beforeMinimum = minimumOf(tariff)
  const [texts, setTexts] = useState(before)
  const [minimum, setMinimum] = useState(beforeMinimum)
  const [base, setBase] = useState(tariff)
  // A different page has saved since: rates entered here take precedence over the new ones.
  if (base.version !== tariff.version) {
    const old = minimumOf(base)
    setBase(tariff)
    setTexts(rebasedTexts(textsOf(base.rates), texts, before))
    setMinimum({
      usual: minimum.usual === old.usual ? beforeMinimum.usual : minimum.usual,
      twoPorters: minimum.twoPorters === old.twoPorters ? beforeMinimum.twoPorters : minimum.twoPorters,
    })
  }
  const [tried, setTried] = useState<RateErrors>({})
  const { rates, errors: wrong } = readRates(texts)
  const changes =
    countChanges(before, texts) +
    Number(minimum.usual !== beforeMinimum.usual) +
    Number(minimum.twoPorters !== beforeMinimum.twoPorters)
  return {
    texts,
    setTexts,
    minimum,
    setMinimum,
    // An invalid rate is left out of the trial.
    rates: Object.keys(wrong).length > 0 ? null : rates,
    errors: { ...(saved && !saved.ok ? errorsFromWire(saved.errors) : {}), ...stillWrong(tried, wrong) },
    errorOf: (path: string) => errorAt(saved, path),
    changes,
    isBusy,
    problem: Object.keys(tried).length > 0 && Object.keys(wrong).length > 0 ? null : formProblemOf(saved),
    undo: () => {
      setTexts(before)
      setMinimum(beforeMinimum)
      setTried({})
    },
    submit: (event: SubmitEvent<HTMLFormElement>) => {
      event.preventDefault()
      setTried(wrong)
      if (Object.keys(wrong).length > 0) {
        event.currentTarget.querySelector<HTMLElement>(`[name="${Object.keys(wrong)[0]}"]`)?.focus()
        return
      }
      save({
        version: tariff.version,
        rates: rates.map((cell) => ({ ...cell })),
        minimumMinutes: minimum.usual,
        minimumMinutesTwoPorters: minimum.twoPorters,
      })
    },
  }
}

/** An error disappears as soon as its field is right, but appears only on saving. */
const stillWrong = (tried: RateErrors, wrong: RateErrors): RateErrors =>
  Object.fromEntries(Object.entries(wrong).filter(([key]) => key in tried))

/** Which vans the saved rates reach, and what keeps a rate from reaching one: no rate is without effect unnoticed. */
function RateReach({ units }: { units: readonly UnitState[] }) {
  const withVan = units.filter(({ vanCategory }) => vanCategory !== null)
  if (withVan.length === 0) return null
  return (
    <section className="card" aria-labelledby="reach">
      <h2 className="h3" id="reach">
        What your saved rates cover
      </h2>
      <ul className="stack gap-3 mt-3">
        {withVan.map((unit) => (
          <li key={unit.id}>
            <b>{unitCalled(unit)}</b>: {offeredText(unit)}{' '}
            <UnitLink to="/working-unit/bookable" unitId={unit.id}>
              See what it can be booked for
            </UnitLink>
            <ul className="small muted">
              {unit.crews.map(({ helpLevel, whyNot: blockedBy }) =>
                blockedBy === null || blockedBy === 'rate' ? null : (
                  <li key={helpLevel}>
                    {HELP_COLUMNS[helpLevel].name}: {CREW_REASON_WORDS[blockedBy].text}{' '}
                    <UnitLink to={CREW_REASON_WORDS[blockedBy].to} unitId={unit.id}>
                      {CREW_REASON_WORDS[blockedBy].action}
                    </UnitLink>
                  </li>
                ),
              )}
            </ul>
          </li>
        ))}
      </ul>
    </section>
  )
}

function offeredText({ crews }: UnitState): string {
  const names = crews
    .filter(({ whyNot: blockedBy }) => blockedBy === null)
    .map(({ helpLevel }) => HELP_COLUMNS[helpLevel].name)
  return names.length > 0 ? `${names.join(', ')}.` : 'nothing yet.'
}
