// What a word means by what stands before it, or by the room that it is listed under.
import type { ListedItem } from './reader.ts'
import type { Row } from './layout.ts'
import type { Catalogued } from './names.ts'
import type { Piece } from './pieces.ts'

/** After some things another is meant by the same word: the chair of a desk, the stool of a dressing table. */
const BY_NEIGHBOUR: readonly [word: RegExp, after: readonly number[], id: number][] = [
  [/^(?:a |an |the |\d )*(?:small |matching )*stool$/i, [924, 925], 926],
  [/^(?:a |an |the )*(?:matching )*chairs?$/i, [401, 402, 403, 404], 405],
  [/^(?:a |an |the )*(?:matching )*(?:dining )?chairs?$/i, [701, 702], 703],
  [/^(?:a |an |the )*bench(?:es)?$/i, [701, 702], 704],
]

/** What is not ours by itself: the stand of a television, the base of a parasol. */
const PARTS: readonly [word: string, after: readonly number[], id: number][] = [
  ['stand', [120, 121], 122],
  ['unit', [120, 121], 122],
  ['base', [707], 708],
]

export const partAfter = (word: string | undefined, before: number | undefined): number | undefined =>
  PARTS.find(([part, after]) => part === word && before !== undefined && after.includes(before))?.[2]

export function byNeighbour<T extends Catalogued>(
  items: readonly T[],
  one: ListedItem<T>,
  piece: Piece,
  found: readonly ListedItem<T>[],
): ListedItem<T> {
  const before = found.at(-1)?.choices[0]?.id ?? 0
  const id = /^(?:and|with|comma|count|bracket)$/.test(piece.joint)
    ? BY_NEIGHBOUR.find(([word, after]) => after.includes(before) && word.test(one.text))?.[2]
    : undefined
  const meant = items.find((item) => item.id === id)
  return meant ? { ...one, choices: [meant, ...one.choices.filter((other) => other !== meant)] } : one
}

/** In some rooms another is meant by a word that may mean several. */
const BY_ROOM: readonly [room: RegExp, ids: Readonly<Record<number, number>>][] = [
  [/garden|patio|outside|outdoor|shed/i, { 201: 701, 207: 703, 210: 704 }],
  [/kitchen/i, { 201: 514, 207: 515 }],
  [/office|study/i, { 207: 405 }],
  [/bathroom|ensuite/i, { 125: 1005, 119: 1001, 115: 1004 }],
  [/hall|landing|entrance/i, { 125: 524, 210: 523 }],
]
const BARE =
  /^(?:(?:a|an|the|small|large|wooden|metal) )*(?:tables?|chairs?|bench(?:es)?|mirrors?|cabinets?|cupboards?|shelves|shelf)$/i

export function byRoom<T extends Catalogued>(
  items: readonly T[],
  one: ListedItem<T>,
  { room = '' }: Row,
): ListedItem<T> {
  const id = one.choices[0]?.id ?? 0
  const meantId = BARE.test(one.text) ? BY_ROOM.find(([name]) => name.test(room))?.[1][id] : undefined
  const meant = items.find((item) => item.id === meantId)
  return meant
    ? {
        ...one,
        choices: [meant, ...one.choices.filter((other) => other !== meant)],
        isGuess: true,
      }
    : one
}

const BEDS: Readonly<Record<number, number>> = { 901: 911, 902: 912, 903: 912, 904: 913, 905: 914, 910: 911, 907: 911 }
const MATTRESS = 912

/** "King-size bed and mattress": the mattress is of that size. */
export function sizedMattress<T extends Catalogued>(
  items: readonly T[],
  one: ListedItem<T>,
  found: readonly ListedItem<T>[],
): ListedItem<T> {
  if (one.choices[0]?.id !== MATTRESS || !one.isGuess) return one
  const bed = found.at(-1)?.choices[0]?.id ?? 0
  const sized = items.find(({ id }) => id === BEDS[bed])
  return sized ? { ...one, choices: [sized, ...one.choices.filter((other) => other !== sized)] } : one
}
