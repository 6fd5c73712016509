import { countOf } from '#shared/texts.ts'
import { Maximize, Minus, Plus, type LucideIcon } from 'lucide-react'
import { useMemo, useState, type MouseEvent } from 'react'
import type { LatLng, Metres } from '#shared/distance.ts'
import { IconButton, LinkButton } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import {
  coastPath,
  districtAt,
  draw,
  lengthAt,
  placeOf,
  showsAll,
  toDrawing,
  zoomedIn,
  zoomedOut,
  type View,
} from './map.ts'

export interface Base {
  postcode: string
  place: LatLng
  metres: Metres
}

interface AreaMapProps {
  /** The part that shows; taps leave it where it is. */
  view: View
  chosen: ReadonlySet<string>
  base: Base | null
  /** "6 miles" */
  reach: string
  onToggle: (district: string) => void
  onShowAll: () => void
  onView: (view: View) => void
}

/** The districts drawn as cells. A press on the map toggles one; the list beside it does the same by keyboard. */
export function AreaMap({ view, chosen, base, reach, onToggle, onShowAll, onView }: AreaMapProps) {
  const place = base?.place ?? null
  const drawing = useMemo(() => draw(view, chosen, place), [view, chosen, place])
  const [last, setLast] = useState<string | null>(null)
  const press = (event: MouseEvent<SVGSVGElement>) => {
    const { left, top, width } = event.currentTarget.getBoundingClientRect()
    const unit = view.width / width
    const district = districtAt({ x: view.x + (event.clientX - left) * unit, y: view.y + (event.clientY - top) * unit })
    if (district === undefined) return
    setLast(district)
    onToggle(district)
  }
  const label = `Map of ${countOf(chosen.size, 'chosen district')}${base ? `, ${reach} around ${base.postcode}` : ''}`
  return (
    <figure className="card area__map p-0 clip shrink">
      <div className="flex level apart p-0-3 g-3 tall line-foot t-sm lh-13">
        <output>
          {last === null ? 'Tap a district to add or remove it.' : `${last} ${chosen.has(last) ? 'added' : 'removed'}.`}
        </output>
        {showsAll(view, chosen) ? null : (
          <LinkButton icon={Maximize} onClick={onShowAll}>
            Show all
          </LinkButton>
        )}
      </div>
      <div className="holds">
        {/* The list offers the same choice to keyboards and screen readers. */}
        {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */}
        <svg
          className="map w-full bg-paper pressable"
          viewBox={`${view.x} ${view.y} ${view.width} ${view.height}`}
          // Screen readers treat an inline SVG as a picture only with this role.
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
          role="img"
          aria-label={label}
          onClick={press}
        >
          <clipPath id="land">
            <path d={coastPath} />
          </clipPath>
          <g clipPath="url(#land)">
            <path fill="var(--sunken)" stroke="var(--surface)" d={drawing.unchosen} />
            <path fill="var(--green-tint)" stroke="#7fb79a" d={drawing.on} />
            <path fill="none" stroke="var(--green)" strokeWidth="2.5" strokeLinecap="round" d={drawing.border} />
          </g>
          <path fill="none" stroke="var(--line-strong)" d={coastPath} />
          {base ? <BaseMark base={base} view={view} /> : null}
          <Labels view={view} labels={drawing.labels} />
        </svg>
        <div className="area__zoom afloat cells edge-w r-control bg-surface">
          <Zoom icon={Plus} label="Zoom in" to={zoomedIn(view, (last && placeOf(last)) || place)} onView={onView} />
          <Zoom icon={Minus} label="Zoom out" to={zoomedOut(view)} onView={onView} />
        </div>
      </div>
      <figcaption className="area__foot flex wraps level g-1-4 p-3-4 line-top t-xs muted">
        <span className="inline-flex level g-15">
          <i className="k" />
          Yours
        </span>
        <span className="inline-flex level g-15">
          <i className="k k--off" />
          Not yours
        </span>
        {base ? (
          <span className="inline-flex level g-15">
            <i className="k k--reach" />
            {reach} from {base.postcode}
          </span>
        ) : null}
        <span className="inline-flex level g-15">Edges approximate</span>
      </figcaption>
    </figure>
  )
}

interface ZoomProps extends Pick<AreaMapProps, 'onView'> {
  icon: LucideIcon
  label: string
  to: View | null
}

const Zoom = ({ icon, label, to, onView }: ZoomProps) => (
  <IconButton icon={icon} label={label} disabled={!to} onClick={to ? () => onView(to) : undefined} />
)

function BaseMark({ base, view }: { base: Base; view: View }) {
  const { x, y } = toDrawing(base.place)
  const dots = { fill: 'none', strokeWidth: 2, strokeDasharray: '2 6', strokeLinecap: 'round' } as const
  return (
    <>
      <circle {...dots} stroke="var(--ink)" cx={x} cy={y} r={lengthAt(base.place.lat, base.metres)} />
      <circle className="map__base" cx={x} cy={y} r={view.width * 0.011} />
    </>
  )
}

/** Letter size in units of the drawing, so that letters look the same at every zoom. Browsers cut a font size at 10,000. */
function Labels({ view, labels }: { view: View; labels: ReturnType<typeof draw>['labels'] }) {
  return (
    <g className="map__labels" aria-hidden="true" fontSize={view.width / 100}>
      {labels.map(({ code, point, isOn, isWideOnly }) => {
        const isDistrict = /\d/.test(code)
        return (
          <text
            key={code}
            className={classNames(isDistrict && 'map__d', isOn && 'map__t-on', isWideOnly && 'map__wide')}
            x={point.x}
            y={point.y}
            dy="0.35em"
          >
            {code}
          </text>
        )
      })}
    </g>
  )
}
