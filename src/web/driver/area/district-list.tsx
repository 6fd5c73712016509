import { Check, ChevronDown, Search } from 'lucide-react'
import { useState } from 'react'
import { LinkButton } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { countText, findAreas, type PostcodeArea } from './districts.ts'

interface ListProps {
  chosen: ReadonlySet<string>
  pick: (districts: readonly string[], isOn: boolean) => void
}

/** Every postcode area with its districts; what is chosen comes first. */
export function DistrictList({ chosen, pick }: ListProps) {
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
      <ul className="pcs mt-3">
        {listed.map((area) => (
          <li key={area.code}>
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
