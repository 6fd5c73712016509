import { Check, ChevronDown, Search } from 'lucide-react'
import { useEffect, useState, type SubmitEvent } from 'react'
import { METRES_PER_MILE } from '#shared/distance.ts'
import { Button, LinkButton } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { PostcodeField } from '#web/ui/postcode-field.tsx'
import { SaveBar } from '#web/kit/forms/settings-form.tsx'
import { AreaMap, type Base } from './area-map.tsx'
import { areasText, compress, countText, districtsWithin, expand, findAreas, type PostcodeArea } from './districts.ts'
import { findPlace } from './find-place.ts'

export interface OperatingArea {
  /** Areas and districts: "SW", "E17". */
  districts: readonly string[]
  basePostcode: string | null
  radiusMetres: number | null
}

interface AreaPickerProps {
  saved: OperatingArea
  isBusy: boolean
  problem: string | null
  onSave: (area: OperatingArea) => void
}

const MOST_MILES = 100
const usualMiles = 10

/** Where moves may start: by distance from a base, from the list, or on the map. Nothing is saved until the button is pressed. */
export default function AreaPicker({ saved, isBusy, problem, onSave }: AreaPickerProps) {
  const area = useArea(saved)
  const { chosen, miles, base } = area
  const count = chosen.size
  return (
    <>
      <div className="area">
        <div className="card area__form">
          <h2 className="h3">Operating area</h2>
          <p className="small muted mb-4">You’re offered moves that start here. They can end anywhere.</p>
          <Reach area={area} />
          <DistrictList chosen={chosen} change={area.change} />
        </div>
        <AreaMap chosen={chosen} base={base} reach={milesText(miles)} onToggle={area.toggle} />
      </div>
      <SaveBar
        changes={area.isChanged ? 1 : 0}
        answer={`${count} ${count === 1 ? 'district' : 'districts'}`}
        detail={areasText(chosen)}
        save="Save area"
        isBusy={isBusy}
        problem={problem}
        onSave={() => onSave(area.toSave())}
      >
        <Button look="quiet" onClick={area.undo}>
          Undo
        </Button>
      </SaveBar>
    </>
  )
}

const milesText = (miles: number) => (miles === 1 ? '1 mile' : `${miles} miles`)

function useArea(saved: OperatingArea) {
  const [chosen, setChosen] = useState<ReadonlySet<string>>(() => expand(saved.districts))
  const [postcode, setPostcode] = useState(saved.basePostcode ?? '')
  const [miles, setMiles] = useState(() => milesOf(saved))
  const [place, setPlace] = useState<{ of: string; lat: number; lng: number } | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [circle, setCircle] = useState<Circle | null>(() => circleOf(saved))
  const savedBase = saved.basePostcode
  useEffect(() => {
    if (savedBase) void findPlace(savedBase).then((found) => found && setPlace({ of: savedBase, ...found }))
  }, [savedBase])
  const metres = Math.round(miles * METRES_PER_MILE)
  const change = (next: ReadonlySet<string>) => {
    setChosen(next)
    setCircle(null)
  }
  return {
    chosen,
    postcode,
    miles,
    error,
    base: place ? ({ postcode: place.of, place, metres } satisfies Base) : null,
    isChanged: compress(chosen).join() !== compress(expand(saved.districts)).join(),
    setPostcode,
    setMiles,
    change,
    toggle: (district: string) => {
      const next = new Set(chosen)
      if (!next.delete(district)) next.add(district)
      change(next)
    },
    undo: () => {
      setChosen(expand(saved.districts))
      setPostcode(saved.basePostcode ?? '')
      setMiles(milesOf(saved))
      setCircle(circleOf(saved))
    },
    chooseWithin: async () => {
      const found = await findPlace(postcode)
      setError(found ? null : 'Enter a full UK postcode, such as E17 4QH.')
      if (!found) return
      const basePostcode = postcode.trim().toUpperCase()
      setPlace({ of: basePostcode, ...found })
      setChosen(new Set(districtsWithin(found, metres)))
      setCircle({ basePostcode, radiusMetres: metres })
    },
    toSave: (): OperatingArea => ({
      districts: compress(chosen),
      basePostcode: circle?.basePostcode ?? null,
      radiusMetres: circle?.radiusMetres ?? null,
    }),
  }
}

/** The base and radius by which the districts were chosen, whatever the slider shows now. */
interface Circle {
  basePostcode: string
  radiusMetres: number
}

const circleOf = ({ basePostcode, radiusMetres }: OperatingArea): Circle | null =>
  basePostcode !== null && radiusMetres !== null ? { basePostcode, radiusMetres } : null

const milesOf = ({ radiusMetres }: OperatingArea) =>
  radiusMetres === null ? usualMiles : Math.max(1, Math.round(radiusMetres / METRES_PER_MILE))

function Reach({ area }: { area: ReturnType<typeof useArea> }) {
  const choose = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    void area.chooseWithin()
  }
  return (
    <form className="stack" onSubmit={choose} noValidate>
      <PostcodeField label="Base postcode" value={area.postcode} onChange={area.setPostcode} error={area.error} />
      <div className="field">
        <label className="label" htmlFor="reach">
          Distance from base
        </label>
        <div className="reach">
          <input
            className="range"
            id="reach"
            type="range"
            min={1}
            max={MOST_MILES}
            value={area.miles}
            aria-valuetext={milesText(area.miles)}
            onChange={(event) => area.setMiles(Number(event.target.value))}
          />
          <output htmlFor="reach">{milesText(area.miles)}</output>
        </div>
      </div>
      <Button type="submit" wide>
        Choose all within {milesText(area.miles)}
      </Button>
    </form>
  )
}

interface ListProps {
  chosen: ReadonlySet<string>
  change: (chosen: ReadonlySet<string>) => void
}

function DistrictList({ chosen, change }: ListProps) {
  const [text, setText] = useState('')
  const [isWhole, setWhole] = useState(false)
  const { near, others } = findAreas(text, chosen)
  const listed = isWhole ? [...near, ...others].sort((a, b) => (a.code < b.code ? -1 : 1)) : near
  return (
    <>
      <h3 className="h4 mt-5">Postcodes</h3>
      <div className="affix mt-2">
        <Icon of={Search} />
        <input
          className="input"
          type="search"
          aria-label="Find a postcode area or district"
          placeholder="SW, or SW1A"
          maxLength={30}
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
      </div>
      <ul className="pcs mt-3">
        {listed.map((area) => (
          <li key={area.code}>
            <AreaDistricts area={area} chosen={chosen} change={change} />
          </li>
        ))}
      </ul>
      {listed.length === 0 ? (
        <p className="small muted mt-3">
          {text.trim() === '' ? 'Nothing is chosen yet.' : 'No postcode area begins like that.'}
        </p>
      ) : null}
      {others.length > 0 ? (
        <LinkButton aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
          {isWhole ? 'Only those with districts of yours' : 'All 124 areas'}
        </LinkButton>
      ) : null}
    </>
  )
}

function AreaDistricts({ area, chosen, change }: ListProps & { area: PostcodeArea }) {
  const [isOpen, setOpen] = useState(false)
  const isAll = area.districts.every((district) => chosen.has(district))
  const set = (districts: readonly string[], isOn: boolean) => {
    const next = new Set(chosen)
    for (const district of districts)
      if (isOn) next.add(district)
      else next.delete(district)
    change(next)
  }
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <span className="pcs__code">{area.code}</span>
        <span className="pcs__name">
          {area.name}
          <span className="pcs__n">{countText(area, chosen)}</span>
        </span>
        <Icon of={ChevronDown} />
      </summary>
      {isOpen ? (
        <div className="pcs__set">
          <label className="check pcs__all">
            <input type="checkbox" checked={isAll} onChange={() => set(area.districts, !isAll)} />
            <span>All of {area.code}</span>
          </label>
          {area.districts.map((district) => (
            <label className="chip" key={district}>
              <input
                type="checkbox"
                checked={chosen.has(district)}
                onChange={(event) => set([district], event.target.checked)}
              />
              <Icon of={Check} />
              {district}
            </label>
          ))}
        </div>
      ) : null}
    </details>
  )
}
