import { MINUTES_PER_DAY, type LocalDay, type MinuteOfDay } from '#shared/local-time.ts'

/** How many searches there were, and how many found nobody (ADR 0046). Nothing of who looked. Pure. */

/** One search. */
export interface Tallied {
  /** When somebody looked. */
  day: LocalDay
  /** When they wanted the van, on the clock. */
  minute: MinuteOfDay
  /** Outcode of the pick-up. */
  district: string
  hasOffer: boolean
}

export interface HourTally {
  day: LocalDay
  hour: number
  searches: number
  withoutOffer: number
}

export interface UnmetTally {
  day: LocalDay
  hour: number
  district: string
  searches: number
}

/** More than one process sees in a minute; a bound, so that searches for every district there is cannot fill the memory. */
const MOST_PLACES = 20_000

/** Counts in memory until it is emptied. */
export class SearchTally {
  #hours = new Map<string, HourTally>()
  #unmet = new Map<string, UnmetTally>()

  add({ day, minute, district, hasOffer }: Tallied): void {
    const hour = Math.floor((minute % MINUTES_PER_DAY) / 60)
    const key = `${day} ${hour}`
    const counted = this.#hours.get(key) ?? { day, hour, searches: 0, withoutOffer: 0 }
    this.#hours.set(key, counted)
    counted.searches += 1
    if (hasOffer) return
    counted.withoutOffer += 1
    const place = `${key} ${district}`
    const unmet = this.#unmet.get(place) ?? { day, hour, district, searches: 0 }
    if (unmet.searches === 0 && this.#unmet.size >= MOST_PLACES) return
    this.#unmet.set(place, unmet)
    unmet.searches += 1
  }

  /** What was counted since the last time. */
  empty(): { hours: HourTally[]; unmet: UnmetTally[] } {
    const counted = { hours: [...this.#hours.values()], unmet: [...this.#unmet.values()] }
    this.#hours.clear()
    this.#unmet.clear()
    return counted
  }
}
