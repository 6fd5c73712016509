// What is chosen on the page of the operating area, and its history: each step can be undone and done again.
import type { LatLng, Metres } from '#shared/distance.ts'

/** A base and a distance that districts were chosen by, whatever the slider shows now. */
export interface Circle {
  basePostcode: string
  radiusMetres: Metres
  /** Null until its postcode has been looked up. */
  place: LatLng | null
}

export interface AreaChoice {
  chosen: ReadonlySet<string>
  /** Of these, the ones added one by one since the page was opened: a new circle leaves them. */
  byHand: ReadonlySet<string>
  circle: Circle | null
}

/** Adds or takes out districts one by one. */
export function picked(choice: AreaChoice, districts: readonly string[], isOn: boolean): AreaChoice {
  const [chosen, byHand] = [new Set(choice.chosen), new Set(choice.byHand)]
  for (const district of districts) {
    if (!isOn) chosen.delete(district)
    else if (!chosen.has(district)) byHand.add(district)
    if (isOn) chosen.add(district)
    else byHand.delete(district)
  }
  return { ...choice, chosen, byHand }
}

export const toggled = (choice: AreaChoice, district: string): AreaChoice =>
  picked(choice, [district], !choice.chosen.has(district))

/** Chooses all within a circle instead of all within the one before; what either left out and was picked by hand stays. */
export function withCircle(
  choice: AreaChoice,
  circle: Circle,
  { before, within }: { before: readonly string[]; within: readonly string[] },
): AreaChoice {
  const last = new Set(before)
  const kept = [...choice.chosen].filter((district) => choice.byHand.has(district) || !last.has(district))
  return { ...choice, chosen: new Set([...kept, ...within]), circle }
}

export interface History<State> {
  past: readonly State[]
  now: State
  undone: readonly State[]
}

const MOST_STEPS = 100

export const began = <State>(now: State): History<State> => ({ past: [], now, undone: [] })

export const changedTo = <State>({ past, now }: History<State>, next: State): History<State> => ({
  past: [...past, now].slice(-MOST_STEPS),
  now: next,
  undone: [],
})

export function undo<State>(history: History<State>): History<State> {
  const { past, now, undone } = history
  const before = past.at(-1)
  return before === undefined ? history : { past: past.slice(0, -1), now: before, undone: [now, ...undone] }
}

export function redo<State>(history: History<State>): History<State> {
  const { past, now, undone } = history
  const [next] = undone
  return next === undefined ? history : { past: [...past, now], now: next, undone: undone.slice(1) }
}
