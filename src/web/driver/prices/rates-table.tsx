import { HELP_LEVELS, canCarryCrew, VAN_NAMES, type HelpLevel, type VanCategory } from '#modules/fleet/rules.ts'
import { VAN_DETAILS } from '#modules/fleet/data.ts'
import type { UnitState } from '#web/kit/page/root-data.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { Van } from '#web/ui/van.tsx'
import { filledRates, HELP_COLUMNS, ownFirst, rateKey, rateName, type RateKey, type RateTexts } from './rates-form.ts'

interface CellProps {
  texts: RateTexts
  errors: Partial<Record<RateKey, string>>
  onChange: (key: RateKey, text: string) => void
}

interface RatesTableProps extends CellProps {
  /** The company’s units: their kinds of van come first, each with its registrations. */
  units: readonly Pick<UnitState, 'id' | 'name' | 'registration' | 'vanCategory'>[]
  onFill: (texts: RateTexts) => void
}

/** Van by help level; on a phone one block per van, two by two. */
export function RatesTable({ texts, errors, units, onChange, onFill }: RatesTableProps) {
  const owned = (van: VanCategory) => units.filter(({ vanCategory }) => vanCategory === van)
  const vans = ownFirst(units.flatMap(({ vanCategory }) => vanCategory ?? []))
  return (
    <table className="rates table">
      <thead>
        <tr>
          <th scope="col">Van</th>
          {HELP_LEVELS.map((help) => (
            <th scope="col" key={help}>
              {HELP_COLUMNS[help].name}
              <small className="block-box t-xs regular muted">{HELP_COLUMNS[help].detail}</small>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {vans.map((van) => (
          <tr key={van}>
            <th scope="row">
              <Van category={van} />
              <span>
                {VAN_NAMES[van]}
                <span className="small muted block-box regular">{VAN_DETAILS[van].volumeM3} m³</span>
                <span className="small muted block-box regular">
                  {owned(van)
                    .map(({ name, registration }) => registration ?? name)
                    .join(', ') || 'You have none'}
                </span>
                {owned(van).length > 0 ? <FillRates van={van} texts={texts} onFill={onFill} /> : null}
              </span>
            </th>
            {HELP_LEVELS.map((help) => (
              <RateCell key={help} van={van} help={help} texts={texts} errors={errors} onChange={onChange} />
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Drops the rate’s name from an error that is shown at its own field. */
const shortError = (van: VanCategory, help: HelpLevel, error: string | undefined): string | undefined =>
  error?.replace(`${rateName(van, help)}: `, '').replace(/^./, (first) => first.toUpperCase())

interface RateCellProps extends CellProps {
  van: VanCategory
  help: HelpLevel
}

function RateCell({ van, help, texts, errors, onChange }: RateCellProps) {
  const key = rateKey(van, help)
  const isPossible = canCarryCrew(van, help)
  return (
    <td data-th={HELP_COLUMNS[help].name} className={errors[key] ? 'is-bad' : undefined}>
      <span className="affix affix--money">
        <span aria-hidden="true">£</span>
        <input
          className="input"
          inputMode="decimal"
          autoComplete="off"
          maxLength={9}
          name={key}
          aria-label={`${rateName(van, help)}, pounds an hour`}
          aria-invalid={errors[key] ? true : undefined}
          aria-describedby={errors[key] ? `${key}-error` : undefined}
          disabled={!isPossible}
          value={isPossible ? (texts[key] ?? '') : '–'}
          onChange={(event) => onChange(key, event.target.value)}
        />
      </span>
      <div className="only-phone">
        <FieldError id={`${key}-error`} error={shortError(van, help, errors[key])} />
      </div>
    </td>
  )
}

/** For a kind of van without any rate: those of the nearest kind that has some, as a start. Saved like whatever is typed. */
function FillRates({ van, texts, onFill }: Pick<RatesTableProps, 'texts' | 'onFill'> & { van: VanCategory }) {
  const filled = filledRates(texts, van)
  if (!filled) return null
  return (
    <LinkButton className="small" onClick={() => onFill(filled.texts)}>
      Start with the {VAN_NAMES[filled.from]}’s rates
    </LinkButton>
  )
}
