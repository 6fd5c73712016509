import type { getEarnings } from '#modules/figures/contract.ts'
import { VAN_CATEGORIES, VAN_NAMES, type VanCategory } from '#modules/fleet/rules.ts'
import { countOf } from '#shared/texts.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { formatMonth } from '#shared/local-time.ts'
import { formatPence } from '#shared/money.ts'
import { Button } from '#web/ui/button.tsx'
import { InputField, SelectField } from '#web/ui/field.tsx'

export interface AskedEarnings {
  district: string
  vanCategory: VanCategory
  found: AnswerOf<typeof getEarnings> | null
  error: string | null
}

/** "What you would have earned": a plain GET form, answered by the server from last month's ledger. */
export function Earnings({ earnings }: { earnings: AskedEarnings | null }) {
  return (
    <section className="band band--white" id="earnings" aria-labelledby="earned">
      <div className="wrap duo duo--top">
        <form className="stack" action="/work-with-us#earnings" aria-labelledby="earned">
          <h2 id="earned">What you would have earned</h2>
          <p>Counted from last month’s finished jobs of vans like yours, not estimated.</p>
          <InputField
            label="District you would work in"
            name="district"
            defaultValue={earnings?.district ?? ''}
            placeholder="E17"
            pattern="[A-Za-z]{1,2}[0-9][A-Za-z0-9]?"
            title="The first half of a postcode, such as E17"
            maxLength={4}
            autoComplete="off"
            required
            error={earnings?.error}
          />
          <SelectField label="Your van" name="van" defaultValue={earnings?.vanCategory ?? 'large_van'}>
            {VAN_CATEGORIES.map((van) => (
              <option key={van} value={van}>
                {VAN_NAMES[van]}
              </option>
            ))}
          </SelectField>
          <Button type="submit" look="primary">
            Show last month
          </Button>
        </form>
        {earnings?.found ? <Found found={earnings.found} /> : null}
      </div>
    </section>
  )
}

function Found({ found }: { found: NonNullable<AskedEarnings['found']> }) {
  const { district, vanCategory, startDate, vans, least, medianPence, medianJobs, totalPence, jobs } = found
  const month = formatMonth(startDate.slice(0, 7))
  const van = VAN_NAMES[vanCategory]
  if (medianPence === null || medianJobs === null || totalPence === null || jobs === null)
    return (
      <div className="card stack">
        <h3>Not enough data for {district}</h3>
        <p>
          {vans === 0
            ? `No ${van} works there yet.`
            : `${vans === 1 ? 'One' : vans} of our vans there ${vans === 1 ? 'is' : 'are'} a ${van}.`}{' '}
          We show earnings once there are {least} vans, so that figures are meaningful and no one can be identified.
        </p>
      </div>
    )
  return (
    <div className="card stack">
      <h3>
        {van}, {district}, {month}
      </h3>
      <p className="earned num">{formatPence(medianPence)}</p>
      <p>
        This is the median of the {vans} vans of that kind working there, after our commission and its VAT. The median
        van did {countOf(medianJobs, 'job')}. Vans without a job are counted too.
      </p>
      <p className="muted small">
        Together {formatPence(totalPence)} from {countOf(jobs, 'job')}. Fuel, insurance and tax are yours to take off.
      </p>
    </div>
  )
}
