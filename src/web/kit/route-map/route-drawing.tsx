import type { routeMap } from '#modules/geo/sketch/contract.ts'
import type { Camel } from '#shared/wire.ts'
import type { z } from 'zod'
import { classNames } from '#web/ui/class-names.ts'
import './route-map.css'

export type RouteMapData = Camel<z.infer<typeof routeMap>>

/** A route on our own small map, in the colours of a road atlas. */
export function RouteDrawing({ map, className }: { map: RouteMapData; className?: string }) {
  return (
    <figure className={classNames('route-map m-0 ink', className)}>
      {/* Screen readers treat an inline SVG as a picture only with this role. */}
      <svg
        className="w-full h-auto r-card clip block-box"
        viewBox={`0 0 ${map.width} ${map.height}`}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="img"
        aria-label={map.words}
      >
        <path fill="var(--rm-land)" stroke="var(--rm-shore)" d={map.land} />
        <g fill="none" strokeLinecap="round" strokeLinejoin="round">
          <path stroke="var(--rm-river)" strokeWidth="3" d={map.rivers} />
          <path stroke="var(--rm-motorway)" strokeWidth="3" strokeLinecap="butt" d={map.motorways} />
          <path stroke="var(--green)" strokeWidth="1.5" strokeDasharray="5 3" strokeLinecap="butt" d={map.zones} />
          <path stroke="var(--rm-case)" strokeWidth="7" d={map.roads} />
          <path stroke="var(--yellow)" strokeWidth="4" d={map.roads} />
          <path stroke="var(--ink)" strokeWidth="3" strokeDasharray="0 7" d={map.sea} />
        </g>
        <g fill="var(--rm-land)" stroke="var(--ink-2)" strokeWidth="1.5">
          {map.towns.map(({ x, y }) => (
            <circle key={`${x} ${y}`} cx={x} cy={y} r="2.5" />
          ))}
        </g>
        {map.tolls.map(({ x, y }) => (
          <g key={`${x} ${y}`}>
            <rect
              fill="var(--surface)"
              stroke="var(--ink)"
              strokeWidth="1.5"
              x={x - 7}
              y={y - 7}
              width="14"
              height="14"
              rx="3"
            />
            <text fill="var(--ink)" fontSize="12" fontWeight="800" textAnchor="middle" x={x} y={y + 4}>
              £
            </text>
          </g>
        ))}
        {map.points.map((point, index) => (
          <Mark key={point.mark} {...point} isLast={index === map.points.length - 1} />
        ))}
        <g {...lettering}>
          {map.labels.map((label) => (
            <Name key={`${label.kind} ${label.text} ${label.x} ${label.y}`} {...label} />
          ))}
          <Scale {...map} />
        </g>
      </svg>
      <figcaption className="small muted mt-2">
        {map.isSketch ? 'A sketch: the line joins the places, not road by road.' : 'The road as it was worked out.'}
        {notesOf(map).map((note) => (
          <span key={note} className="route-map__note">
            {note}
          </span>
        ))}
      </figcaption>
    </figure>
  )
}

/** Names are legible on any ground: each letter has an edge of the land's colour. */
const lettering = {
  fontSize: 11,
  fontWeight: 600,
  fill: 'var(--ink-2)',
  stroke: 'var(--rm-land)',
  strokeWidth: 3,
  strokeLinejoin: 'round',
  paintOrder: 'stroke',
} as const

const looks = {
  end: { fontSize: 13, fontWeight: 720, fill: 'var(--ink)' },
  stop: { fill: 'var(--ink)' },
  zone: { fill: 'var(--green)' },
  road: { fontSize: 10, stroke: 'none', fill: 'var(--surface)' },
  town: {},
  toll: {},
} as const

/** What the dashed edge and the pound signs stand for. */
const notesOf = ({ zoneNames, tollNames, sea }: RouteMapData): string[] => [
  ...(sea === '' ? [] : ['Dots: the sea, where no road goes.']),
  ...(zoneNames.length > 0 ? [`${zoneNames.length === 1 ? 'Zone' : 'Zones'}: ${zoneNames.join(', ')}.`] : []),
  ...tollNames.map(({ name, isCertain }) => `${isCertain ? 'Toll' : 'Possible toll'}: ${name}.`),
]

function Mark({ mark, x, y, isLast }: RouteMapData['points'][number] & { isLast: boolean }) {
  const isStop = mark !== 'A' && !isLast
  return (
    <g className={classNames('rm-mark', isLast && 'is-last')}>
      <circle cx={x} cy={y} r={isStop ? 8 : 11} />
      <text x={x} y={y + (isStop ? 4 : 4.5)}>
        {mark}
      </text>
    </g>
  )
}

/** A motorway's number stands on its sign. */
function Name({ kind, text, x, y, anchor }: RouteMapData['labels'][number]) {
  return (
    <>
      {kind === 'road' ? (
        <rect fill="var(--blue)" stroke="none" {...shieldAt(anchor, x, text.length)} y={y - 10} height="13" rx="2" />
      ) : null}
      <text {...looks[kind]} x={x} y={y} textAnchor={anchor}>
        {text}
      </text>
    </>
  )
}

function shieldAt(anchor: RouteMapData['labels'][number]['anchor'], x: number, letters: number) {
  const width = letters * 7 + 6
  const left = anchor === 'start' ? x : anchor === 'end' ? x - width : x - width / 2
  return { x: anchor === 'start' ? left - 3 : anchor === 'end' ? left + 3 : left, width }
}

const Scale = ({ scale, width, height }: RouteMapData) => (
  <>
    <path
      fill="none"
      stroke="var(--ink)"
      strokeWidth="1.5"
      strokeLinejoin="miter"
      d={`M12 ${height - 14}v4h${scale.width}v-4`}
    />
    <text fill="var(--ink)" x="12" y={height - 17}>
      {scale.text}
    </text>
    <path fill="var(--ink)" stroke="none" d={`M${width - 16} 10l5 12-5-3-5 3z`} />
    <text fill="var(--ink)" x={width - 16} y="34" textAnchor="middle">
      N
    </text>
  </>
)
