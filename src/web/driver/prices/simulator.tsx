import {
  HELP_LEVELS,
  helpLevelsFor,
  isHelpLevel,
  isVanCategory,
  VAN_CATEGORIES,
  VAN_NAMES,
  type VanCategory,
  type HelpLevel,
  canCarryCrew,
} from '#modules/fleet/rules.ts'
import type { RateCell } from '#modules/pricing/tariffs/rules.ts'
import type { simulatePrice } from '#modules/quoting/replay/contract.ts'
import { formatMiles } from '#shared/distance.ts'
import { formatDuration, minutesOfTimeString } from '#shared/duration.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { formatTime, halfHoursOfDay, isRealDay, type LocalDay } from '#shared/local-time.ts'
import { formatPence } from '#shared/money.ts'
import { normalisePostcode } from '#shared/uk-postcode.ts'
import type { Answer } from '#web/kit/forms/answer.ts'
import { useApiQuery } from '#web/kit/forms/use-api-query.ts'
import { SelectField, InputField } from '#web/ui/field.tsx'
import { PostcodeField } from '#web/ui/postcode-field.tsx'
import { Receipt } from '#web/ui/receipt.tsx'
import { HELP_COLUMNS } from './rates-form.ts'

type Simulation = AnswerOf<typeof simulatePrice>

interface SimulatorProps {
  companyId: string
  job: TriedJob
  onJob: (job: TriedJob) => void
  prices: TriedPrices
  /** The prices above have unsaved changes. */
  isChanged: boolean
}

/** Tries the prices, saved or not, on a job: the same rules as a customer's quote. */
export function Simulator({ companyId, job, onJob, prices, isChanged }: SimulatorProps) {
  const body = simulationOf(job, prices)
  const { answer, isBusy } = useApiQuery<typeof simulatePrice>(`/api/company/${companyId}/price-simulation/`, body)
  return (
    <section className="card" aria-labelledby="simulator">
      <h2 className="h3" id="simulator">
        What would this job cost with my prices?
      </h2>
      <p className="small muted mb-4">
        {isChanged ? 'With the rates above, before you save them.' : 'With the rates you have saved.'}
      </p>
      <div className="split">
        <JobFields job={job} onChange={onJob} />
        <div className="try__answer shrink" aria-live="polite" aria-busy={isBusy}>
          <Answer answer={answer} isComplete={body !== null} hasWrongRate={prices.rates === null} />
        </div>
      </div>
    </section>
  )
}

function JobFields({ job, onChange }: { job: TriedJob; onChange: (job: TriedJob) => void }) {
  const set = (change: Partial<TriedJob>) => onChange({ ...job, ...change })
  const setVan = (van: VanCategory) => {
    const offered = helpLevelsFor(van)
    set({ van, help: offered.includes(job.help) ? job.help : 'one_porter' })
  }
  return (
    <div className="fields shrink">
      <TrialFields trial={job} onChange={set} />
      <SelectField
        label="Van"
        width="half"
        value={job.van}
        onChange={({ target: { value } }) => {
          if (isVanCategory(value)) setVan(value)
        }}
      >
        {VAN_CATEGORIES.map((van) => (
          <option key={van} value={van}>
            {VAN_NAMES[van]}
          </option>
        ))}
      </SelectField>
      <SelectField
        label="Lifting"
        width="half"
        value={job.help}
        onChange={({ target: { value } }) => {
          if (isHelpLevel(value)) set({ help: value })
        }}
      >
        {HELP_LEVELS.filter((help) => helpLevelsFor(job.van).includes(help)).map((help) => (
          <option key={help} value={help}>
            {HELP_COLUMNS[help].name}
          </option>
        ))}
      </SelectField>
    </div>
  )
}

interface AnswerProps {
  answer: Answer<Simulation> | undefined
  isComplete: boolean
  hasWrongRate: boolean
}

function Answer({ answer, isComplete, hasWrongRate }: AnswerProps) {
  if (hasWrongRate) return <p className="muted">Correct the marked rate to see the price again.</p>
  if (!isComplete) return <p className="muted">Enter two full postcodes to see the price.</p>
  if (!answer) return <p className="muted">Working it out.</p>
  if (!answer.ok) return <p className="muted">{Object.values(answer.errors ?? {})[0]?.[0] ?? answer.detail}</p>
  return answer.data ? <Price simulation={answer.data} /> : null
}

function Price({ simulation: { order, price, van, keptOutOf } }: { simulation: Simulation }) {
  const hours = formatDuration(minutesOfTimeString(order.totalTime))
  if (keptOutOf) {
    return (
      <p className="muted">
        {van?.registration ?? 'This van'} may not enter the {keptOutOf}, so you wouldn’t be shown for this move.
      </p>
    )
  }
  if (!price)
    return <p className="muted">You have no rate for this van with that much help, so you wouldn’t be shown.</p>
  return (
    <>
      <Receipt
        title={order.places.join(' to ')}
        date={hours}
        lines={price.lines}
        totalPence={price.totalPence}
        ceilingPence={price.ceilingPence}
        reader="company"
      />
      <p className="small muted mt-2">
        The drive is {formatMiles(order)}. You keep {formatPence(price.keptPence)}
        {hasRoadCharges(price.lines) ? ', road charges included' : ''} after our fee of{' '}
        {formatPence(price.commissionPence)} and {formatPence(price.commissionVatPence)} VAT on it.
        {van ? ` Worked out with ${van.registration}.` : ''}
      </p>
    </>
  )
}

/** Where and when of a job that is only tried. */
interface Trial {
  from: string
  to: string
  day: string
  time: string
}

interface TrialFieldsProps {
  trial: Trial
  onChange: (change: Partial<Trial>) => void
}

export const TrialFields = ({ trial: { from, to, day, time }, onChange }: TrialFieldsProps) => (
  <>
    <PostcodeField label="From" width="half" value={from} onChange={(text) => onChange({ from: text })} />
    <PostcodeField label="To" width="half" value={to} onChange={(text) => onChange({ to: text })} />
    <InputField
      label="Day"
      width="half"
      type="date"
      value={day}
      onChange={({ target: { value } }) => onChange({ day: value })}
    />
    <SelectField
      label="Start"
      width="half"
      value={time}
      onChange={({ target: { value } }) => onChange({ time: value })}
    >
      {halfHoursOfDay().map((minute) => (
        <option key={minute}>{formatTime(minute)}</option>
      ))}
    </SelectField>
  </>
)

// The simulator's questions, in the form the API takes them.

export interface TriedJob {
  from: string
  to: string
  day: LocalDay
  time: string
  van: VanCategory
  help: HelpLevel
}

/** A job to begin with, in a van that the company has. */
export function firstJob({
  from,
  day,
  van = 'large_van',
}: {
  from: string
  day: LocalDay
  van?: VanCategory
}): TriedJob {
  return { from, to: '', day, time: '10:00', van, help: 'driver_helps' }
}

/** Lines of a price for the company's own work; the others are zones and tolls, which it passes on. */
const OWN_LINES = ['labour', 'labour_out_of_hours', 'trips', 'mileage']

export const hasRoadCharges = (lines: readonly { code: string; amountPence: number }[]): boolean =>
  lines.some(({ code, amountPence }) => amountPence > 0 && !OWN_LINES.includes(code))

interface TriedPrices {
  /** Null if one of them is invalid. */
  rates: readonly RateCell[] | null
  minimumMinutes: number
  minimumMinutesTwoPorters: number
}

/** The body to send, or null until the job is complete. */
export function simulationOf(job: TriedJob, { rates, ...minimum }: TriedPrices): object | null {
  const [from, to] = [normalisePostcode(job.from), normalisePostcode(job.to)]
  if (!from || !to || !isRealDay(job.day) || rates === null || !canCarryCrew(job.van, job.help)) return null
  return {
    routePoints: [
      { number: 0, postcode: from, stairs: 0, date: job.day, time: job.time },
      { number: 1, postcode: to, stairs: 0 },
    ],
    manPower: job.help,
    vanCategory: job.van,
    prices: { ...minimum, rates: rates.map((cell) => ({ ...cell })) },
  }
}
