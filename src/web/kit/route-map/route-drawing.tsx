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
        <path className="rm-land" d={map.land} />
        <path className="rm-river" d={map.rivers} />
        <path className="rm-motorway" d={map.motorways} />
        <path className="rm-zone" d={map.zones} />
        <path className="rm-case" d={map.roads} />
        <path className="rm-route" d={map.roads} />
        <path className="rm-sea" d={map.sea} />
        {map.towns.map(({ x, y }) => (
          <circle key={`${x} ${y}`} className="rm-town" cx={x} cy={y} r="2.5" />
        ))}
        {map.tolls.map(({ x, y }) => (
          <g key={`${x} ${y}`}>
            <rect className="rm-toll" x={x - 7} y={y - 7} width="14" height="14" rx="3" />
            <text className="rm-pound" x={x} y={y + 4}>
              £
            </text>
          </g>
        ))}
        {map.points.map((point, index) => (
          <Mark key={point.mark} {...point} isLast={index === map.points.length - 1} />
        ))}
        {map.labels.map((label) => (
          <Name key={`${label.kind} ${label.text} ${label.x} ${label.y}`} {...label} />
        ))}
        <Scale {...map} />
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
        <rect className="rm-shield" {...shieldAt(anchor, x, text.length)} y={y - 10} height="13" rx="2" />
      ) : null}
      <text className={`rm-${kind}`} x={x} y={y} textAnchor={anchor}>
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
    <path className="rm-scale" d={`M12 ${height - 14}v4h${scale.width}v-4`} />
    <text className="rm-small" x="12" y={height - 17}>
      {scale.text}
    </text>
    <path className="rm-north" d={`M${width - 16} 10l5 12-5-3-5 3z`} />
    <text className="rm-small" x={width - 16} y="34" textAnchor="middle">
      N
    </text>
  </>
)
