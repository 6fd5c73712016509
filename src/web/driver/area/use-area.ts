import { useEffect, useState } from 'react'
import type { getPlace } from '#modules/geo/contract.ts'
import { METRES_PER_MILE, type LatLng } from '#shared/distance.ts'
import { normalisePostcode } from '#shared/uk-postcode.ts'
import { readAnswer } from '#web/kit/session/api-fetch.ts'
import {
  began,
  changedTo,
  picked,
  redo,
  toggled,
  undo,
  withCircle,
  type AreaChoice,
  type Circle,
  type History,
  compress,
  districtsWithin,
  expand,
} from './districts.ts'
import type { Base } from './area-map.tsx'
import { viewOf, type View } from './map.ts'

export interface OperatingArea {
  /** Areas and districts: "SW", "E17". */
  districts: readonly string[]
  basePostcode: string | null
  radiusMetres: number | null
}

const usualMiles = 10

/** What is chosen and can be undone, and the part of the map that shows. That changes only when somebody asks for it. */
export function useArea(saved: OperatingArea, companyBase: string | null) {
  const firstBase = saved.basePostcode ?? companyBase
  const [history, setHistory] = useState<History<AreaChoice>>(() => began(choiceOf(saved)))
  const { chosen, circle } = history.now
  const [postcode, setPostcode] = useState(firstBase ?? '')
  const [miles, setMiles] = useState(() => milesOf(saved))
  const [firstPlace, setFirstPlace] = useState<LatLng | null>(null)
  const [error, setError] = useState<string | null>(null)
  const [view, setView] = useState<View>(() => viewOf(chosen, null))
  const metres = Math.round(miles * METRES_PER_MILE)
  const savedText = textOf(expand(saved.districts))
  const [baseline, setBaseline] = useState(savedText)
  // Saved here it is what is chosen; saved elsewhere it is taken over unless something is being changed.
  if (baseline !== savedText) {
    setBaseline(savedText)
    if (textOf(chosen) === baseline) setHistory(began(choiceOf(saved)))
  }
  useEffect(() => {
    const begin = async (base: string) => {
      const found = await findPlace(base)
      if (!found) return
      setFirstPlace(found)
      setView(viewOf(expand(saved.districts), { place: found, metres: saved.radiusMetres ?? 0 }))
    }
    if (firstBase) void begin(firstBase)
    // Once: what was saved is the page's key.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [])
  const placeOf = (one: Circle | null) => one?.place ?? (one?.basePostcode === firstBase ? firstPlace : null)
  const base = baseOf(circle, placeOf(circle), firstBase, firstPlace)
  const change = (next: AreaChoice) => setHistory((before) => changedTo(before, next))
  return {
    chosen,
    postcode,
    miles,
    error,
    view,
    base: base ? ({ ...base, metres } satisfies Base) : null,
    isChanged: textOf(chosen) !== savedText,
    setPostcode,
    setMiles,
    setView,
    pick: (districts: readonly string[], isOn: boolean) => change(picked(history.now, districts, isOn)),
    toggle: (district: string) => change(toggled(history.now, district)),
    undo: history.past.length > 0 ? () => setHistory(undo) : null,
    redo: history.undone.length > 0 ? () => setHistory(redo) : null,
    showAll: () => setView(viewOf(chosen, base ? { place: base.place, metres } : null)),
    chooseWithin: async () => {
      const found = await findPlace(postcode)
      setError(found ? null : 'Enter a full UK postcode, such as E17 4QH.')
      if (!found) return
      const last = placeOf(circle)
      const next = withCircle(
        history.now,
        { basePostcode: postcode.trim().toUpperCase(), radiusMetres: metres, place: found },
        {
          before: circle && last ? districtsWithin(last, circle.radiusMetres) : [],
          within: districtsWithin(found, metres),
        },
      )
      change(next)
      setView(viewOf(next.chosen, { place: found, metres }))
    },
    toSave: (): OperatingArea => {
      const place = placeOf(circle)
      const isWhole = circle && place && districtsWithin(place, circle.radiusMetres).every((code) => chosen.has(code))
      return {
        districts: compress(chosen),
        // The server adds all within it: where some were taken out, only the list is true.
        basePostcode: isWhole ? circle.basePostcode : null,
        radiusMetres: isWhole ? circle.radiusMetres : null,
      }
    },
  }
}

const textOf = (chosen: ReadonlySet<string>) => compress(chosen).join()

function baseOf(circle: Circle | null, place: LatLng | null, firstBase: string | null, firstPlace: LatLng | null) {
  if (circle) return place && { postcode: circle.basePostcode, place }
  return firstBase && firstPlace ? { postcode: firstBase, place: firstPlace } : null
}

const choiceOf = ({ districts, basePostcode, radiusMetres }: OperatingArea): AreaChoice => ({
  chosen: expand(districts),
  byHand: new Set(),
  circle: basePostcode !== null && radiusMetres !== null ? { basePostcode, radiusMetres, place: null } : null,
})

const milesOf = ({ radiusMetres }: OperatingArea) =>
  radiusMetres === null ? usualMiles : Math.max(1, Math.round(radiusMetres / METRES_PER_MILE))

/** Where a postcode is; null if unknown or unanswered. */
async function findPlace(text: string): Promise<LatLng | null> {
  const postcode = normalisePostcode(text)
  if (postcode === null) return null
  try {
    const answer = await fetch(`/api/postcodes/${encodeURIComponent(postcode)}/`)
    if (!answer.ok) return null
    const { location } = await readAnswer<typeof getPlace>(answer)
    return location
  } catch {
    return null
  }
}
