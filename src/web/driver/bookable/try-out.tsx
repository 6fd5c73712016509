import { CircleCheck, CircleMinus } from 'lucide-react'
import { useState } from 'react'
import { HELP_LEVEL_LABELS, isHelpLevel } from '#modules/fleet/rules.ts'
import { TrialFields } from '../prices/simulator.tsx'
import { includedPeople } from '#web/kit/bookings/offer-texts.tsx'
import { OfferCard } from '#web/kit/bookings/offer-card.tsx'
import { receiptLines, ceilingNote } from '#web/kit/bookings/booking-texts.ts'
import type { Answer } from '#web/kit/forms/answer.ts'
import { useApiQuery } from '#web/kit/forms/use-api-query.ts'
import type { UnitState } from '#web/kit/page/root-data.ts'
import { UnitLink } from '#web/kit/units/unit-link.tsx'
import { Badge } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { Receipt } from '#web/ui/receipt.tsx'
import type { tryOutUnit } from '#modules/quoting/from-price/contract.ts'
import { tryOutOf, verdictOf, type TriedSearch, type TryOut } from './try-out-texts.ts'

interface TryOutProps {
  unit: UnitState
  /** Search that the form begins with. */
  first: TriedSearch
}

/** A search of one's own: whether this van would be shown and why not, and the card that customers would see. */
export function TryOutSearch({ unit, first }: TryOutProps) {
  const [search, setSearch] = useState(first)
  const body = unit.vanCategory && tryOutOf(search, unit.vanCategory)
  const { answer, isBusy } = useApiQuery<typeof tryOutUnit>(`/api/company/working-unit/${unit.id}/try-out/`, body)
  const found = answer?.ok ? answer.data : undefined
  return (
    <>
      <section className="card" aria-labelledby="try-out">
        <h2 className="h3" id="try-out">
          Try a search
        </h2>
        <p className="small muted mb-4">This is how customers’ searches would find it now. Nothing is saved.</p>
        <div className="split">
          <SearchFields search={search} unit={unit} onChange={setSearch} />
          <div className="try__answer shrink" aria-live="polite" aria-busy={isBusy}>
            <Found answer={answer} isComplete={body !== null} unit={unit} search={search} />
          </div>
        </div>
      </section>
      <section aria-labelledby="card">
        <h2 className="h3 mb-4" id="card">
          The card a customer sees
        </h2>
        {found?.offer ? (
          <Preview found={found} search={search} />
        ) : (
          <p className="muted">It appears here once the search above can be priced.</p>
        )}
      </section>
    </>
  )
}

interface FieldsProps {
  search: TriedSearch
  unit: UnitState
  onChange: (search: TriedSearch) => void
}

function SearchFields({ search, unit, onChange }: FieldsProps) {
  const set = (change: Partial<TriedSearch>) => onChange({ ...search, ...change })
  return (
    <div className="fields shrink">
      <TrialFields trial={search} onChange={set} />
      <SelectField
        label="Who’s lifting"
        value={search.help}
        onChange={({ target: { value } }) => {
          if (isHelpLevel(value)) set({ help: value })
        }}
      >
        {unit.crews.map(({ helpLevel }) => (
          <option key={helpLevel} value={helpLevel}>
            {HELP_LEVEL_LABELS[helpLevel]}
          </option>
        ))}
      </SelectField>
    </div>
  )
}

interface FoundProps {
  answer: Answer<TryOut> | undefined
  isComplete: boolean
  unit: UnitState
  search: TriedSearch
}

function Found({ answer, isComplete, unit, search }: FoundProps) {
  if (!isComplete) return <p className="muted">Enter two full postcodes and a day.</p>
  if (!answer) return <p className="muted">Searching.</p>
  if (!answer.ok) return <p className="muted">{Object.values(answer.errors ?? {})[0]?.[0] ?? answer.detail}</p>
  if (!answer.data) return null
  const { offer, order } = answer.data
  const { isShown, title, reasons } = verdictOf(answer.data, unit, search.day)
  return (
    <>
      {isShown ? (
        <Badge tone="green-soft" icon={CircleCheck}>
          Shown
        </Badge>
      ) : (
        <Badge tone="off" icon={CircleMinus}>
          Not shown
        </Badge>
      )}
      <p className="mt-2">
        <b>{title}</b>
      </p>
      <ul className="stack gap-3 mt-2 mb-4">
        {reasons.map(({ text, fix }) => (
          <li key={text}>
            {text} {fix ? <UnitLink to={fix.to}>{fix.action}</UnitLink> : null}
          </li>
        ))}
      </ul>
      {offer ? (
        <Receipt
          title={order.places.join(' to ')}
          lines={receiptLines(offer.lines, search.help)}
          totalPence={offer.totalPence}
          ceilingPence={offer.ceilingPence}
          reader="company"
          ceilingNote={ceilingNote(order.tolls)}
        />
      ) : null}
    </>
  )
}

/** The card of "Pick a driver" itself, with the answer's figures. */
function Preview({ found: { offer, order }, search }: { found: TryOut; search: TriedSearch }) {
  if (!offer) return null
  return (
    <OfferCard
      offer={offer}
      helpLevel={search.help}
      included={[includedPeople(search.help)]}
      ceilingNote={ceilingNote(order.tolls)}
      showsTime={offer.trips > 1}
      action={
        <Button look="primary" className="quote__go" disabled>
          Choose
        </Button>
      }
    />
  )
}
