import { areaOf } from '#shared/uk-postcode.ts'
import { expandOutcodes } from '../outcodes/rules.ts'

/**
 * Land that no road joins to Great Britain (geography 5). Skye and Anglesey have bridges and are not here.
 * Two places on one line are joined by road: the causeways of the Uists, Lewis with Harris. Orkney and Shetland are a line
 * each, because their outcodes do not tell the small islands from the main one.
 */
const LANDS: ReadonlyArray<readonly [name: string, outcodes: string]> = [
  ['Northern Ireland', 'BT'],
  ['Jersey', 'JE'],
  ['Alderney', 'GY9'],
  ['Sark', 'GY10'],
  ['Guernsey', 'GY'],
  ['the Isle of Man', 'IM'],
  ['the Isle of Wight', 'PO30-41'],
  ["St Mary's in the Isles of Scilly", 'TR21'],
  ['St Agnes in the Isles of Scilly', 'TR22'],
  ['Bryher in the Isles of Scilly', 'TR23'],
  ['Tresco in the Isles of Scilly', 'TR24'],
  ["St Martin's in the Isles of Scilly", 'TR25'],
  ['Arran', 'KA27'],
  ['Great Cumbrae', 'KA28'],
  ['Bute', 'PA20'],
  ['Gigha', 'PA41'],
  ['Islay', 'PA42-49'],
  ['Jura', 'PA60'],
  ['Colonsay', 'PA61'],
  ['Mull', 'PA62-75'],
  ['Iona', 'PA76'],
  ['Tiree', 'PA77'],
  ['Coll', 'PA78'],
  ['Eigg', 'PH42'],
  ['Rum', 'PH43'],
  ['Canna', 'PH44'],
  ['the Uists and Benbecula', 'HS6-8'],
  ['Barra', 'HS9'],
  ['Lewis and Harris', 'HS'],
  ['Orkney', 'KW15-17'],
  ['Shetland', 'ZE'],
]

export const GREAT_BRITAIN = 'Great Britain'

const landByCode = new Map(LANDS.flatMap(([name, codes]) => expandOutcodes(codes).map((code) => [code, name] as const)))

/** The name of the land an outcode lies on: 'Great Britain', 'the Isle of Wight'. */
export function landOf(outcode: string): string {
  return landByCode.get(outcode) ?? landByCode.get(areaOf(outcode) ?? '') ?? GREAT_BRITAIN
}

/** A leg that would need a ferry. */
export interface SeaCrossing {
  /** Position of the leg's end among the points, so that a form can mark it. */
  pointIndex: number
  from: string
  to: string
  /** A sentence for the page. */
  message: string
}

/** The first leg between two lands, or null where roads join all points. No crossing is ever quoted: fares and timetables are not known. */
export function seaCrossing(outcodes: readonly string[]): SeaCrossing | null {
  const lands = outcodes.map(landOf)
  const pointIndex = lands.findIndex((land, index) => index > 0 && land !== lands[index - 1])
  const from = lands[pointIndex - 1]
  const to = lands[pointIndex]
  return from && to ? { pointIndex, from, to, message: crossingMessage(from, to) } : null
}

function crossingMessage(from: string, to: string): string {
  const way = `There is no road between ${from} and ${to}`
  return `${way}, and we don't price ferries. Choose two places joined by road, or call us and we'll help.`
}
