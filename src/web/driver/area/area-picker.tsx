import { countOf } from '#shared/count-of.ts'
import { Redo2, Undo2 } from 'lucide-react'
import type { SubmitEvent } from 'react'
import { Button, IconButton } from '#web/ui/button.tsx'
import { PostcodeField } from '#web/ui/postcode-field.tsx'
import { SaveBar } from '#web/kit/forms/settings-form.tsx'
import { AreaMap } from './area-map.tsx'
import { DistrictList } from './district-list.tsx'
import { areasText } from './districts.ts'
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
      <div className="area">
        <div className="card area__form">
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
        <div className="card area__list">
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
            <span className="area__steps">
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
