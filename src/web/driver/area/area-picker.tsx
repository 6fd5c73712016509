import { Redo2, Undo2, Check, ChevronDown, Search } from 'lucide-react'
import { type SubmitEvent, useState } from 'react'
import { countOf } from '#shared/texts.ts'
import { SaveBar } from '#web/kit/forms/settings-form.tsx'
import { Button, IconButton, LinkButton } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/badge.tsx'
import { PostcodeField } from '#web/ui/postcode-field.tsx'
import { AreaMap } from './area-map.tsx'
import { areasText, countText, findAreas, type PostcodeArea } from './districts.ts'
import { useArea, type OperatingArea } from './use-area.ts'

interface AreaPickerProps {
  saved: OperatingArea
  /** The company's own base, to begin with while this unit has none. */
  companyBase: string | null
  isBusy: boolean
  problem: string | null
  onSave: (area: OperatingArea) => void
}

const MOST_MILES = 100

/** Where moves may start: by distance from a base, from the list, or on the map. Nothing is saved until the button is pressed. */
export default function AreaPicker({ saved, companyBase, isBusy, problem, onSave }: AreaPickerProps) {
  const area = useArea(saved, companyBase)
  const { chosen, miles, base, view } = area
  const count = chosen.size
  return (
    <>
      <div className="area cells g-5 at-top">
        <div className="card p-4 shrink">
          <h2 className="h3">Operating area</h2>
          <p className="small muted mb-4">You’re offered moves that start here. They can end anywhere.</p>
          <Reach area={area} />
        </div>
        <AreaMap
          view={view}
          chosen={chosen}
          base={base}
          reach={milesText(miles)}
          onToggle={area.toggle}
          onShowAll={area.showAll}
          onView={area.setView}
        />
        <div className="card area__list p-4 shrink">
          <DistrictList chosen={chosen} pick={area.pick} />
        </div>
      </div>
      <SaveBar
        changes={area.isChanged ? 1 : 0}
        answer={countOf(count, 'district')}
        detail={areasText(chosen)}
        save="Save area"
        isBusy={isBusy}
        problem={problem}
        onSave={() => onSave(area.toSave())}
        tools={
          area.undo || area.redo ? (
            <span className="flex">
              <IconButton icon={Undo2} label="Undo" disabled={!area.undo} onClick={area.undo ?? undefined} />
              <IconButton icon={Redo2} label="Redo" disabled={!area.redo} onClick={area.redo ?? undefined} />
            </span>
          ) : null
        }
      />
    </>
  )
}

const milesText = (miles: number) => countOf(miles, 'mile')

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
        <div className="reach cells cols-end level g-2-4">
          <input
            className="range w-full m-0 bg-none pressable"
            id="reach"
            type="range"
            min={1}
            max={MOST_MILES}
            value={area.miles}
            aria-valuetext={milesText(area.miles)}
            onChange={(event) => area.setMiles(Number(event.target.value))}
          />
          <output className="t-lg bold figures-even one-line" htmlFor="reach">
            {milesText(area.miles)}
          </output>
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
  pick: (districts: readonly string[], isOn: boolean) => void
}

/** Every postcode area with its districts; what is chosen comes first. */
function DistrictList({ chosen, pick }: ListProps) {
  const [text, setText] = useState('')
  const [isWhole, setWhole] = useState(false)
  const { near, others } = findAreas(text, chosen)
  const listed = isWhole ? [...near, ...others].sort((a, b) => (a.code < b.code ? -1 : 1)) : near
  return (
    <>
      <h2 className="h3">Postcodes</h2>
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
      <ul className="pcs line-top mt-3">
        {listed.map((area) => (
          <li className="line-foot" key={area.code}>
            <AreaDistricts area={area} chosen={chosen} pick={pick} />
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
          {isWhole ? 'Only areas with districts of yours' : 'All 124 areas'}
        </LinkButton>
      ) : null}
    </>
  )
}

function AreaDistricts({ area, chosen, pick }: ListProps & { area: PostcodeArea }) {
  const [isOpen, setOpen] = useState(false)
  const isAll = area.districts.every((district) => chosen.has(district))
  return (
    <details className="turns" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary className="flex level g-3 hmin-14">
        <span className="pcs__code rigid heavy">{area.code}</span>
        <span className="lh-125 flex-1">
          {area.name}
          <span className="block-box t-sm muted figures-even">{countText(area, chosen)}</span>
        </span>
        <Icon of={ChevronDown} />
      </summary>
      {isOpen ? (
        <div className="pcs__set cells g-2 pb-4">
          <label className="check across">
            <input type="checkbox" checked={isAll} onChange={() => pick(area.districts, !isAll)} />
            <span>All of {area.code}</span>
          </label>
          {area.districts.map((district) => (
            <label className="chip" key={district}>
              <input
                type="checkbox"
                checked={chosen.has(district)}
                onChange={(event) => pick([district], event.target.checked)}
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
