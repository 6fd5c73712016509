// The filters of an office list stand in its address, so that a list can be sent to a colleague and "back" leads to it.
import { mapped } from '#shared/mapped.ts'

export interface TextFilter {
  kind: 'text'
  label: string
  placeholder?: string
}

/** A day, as somebody types it: DD/MM/YYYY. */
export interface DayFilter {
  kind: 'day'
  label: string
}

export interface ChoiceFilter {
  kind: 'choice'
  label: string
  /** The first is the default. */
  choices: readonly { value: string; label: string }[]
}

type Filter = TextFilter | DayFilter | ChoiceFilter

/** By the name in the address, in display order. */
export type Filters = Readonly<Record<string, Filter>>
export type FilterValues<F extends Filters> = Record<keyof F & string, string>

/** Which part of a list is shown; the first is the default. */
export type ShowFilter<Shown extends string> = Readonly<{
  show: {
    kind: 'choice'
    label: string
    choices: readonly [{ value: Shown; label: string }, ...{ value: Shown; label: string }[]]
  }
}>

export const showFilter = <Shown extends string>(
  ...choices: ShowFilter<Shown>['show']['choices']
): ShowFilter<Shown> => ({ show: { kind: 'choice', label: 'Show', choices } })

export const shownIn = <Shown extends string>(
  { show: { choices } }: ShowFilter<Shown>,
  values: { show: string },
): Shown => (choices.find(({ value }) => value === values.show) ?? choices[0]).value

const MAX_TEXT = 200

const defaultOf = (filter: Filter): string => (filter.kind === 'choice' ? (filter.choices[0]?.value ?? '') : '')

/** The filters in an address; an unknown choice is ignored. */
export function readFilters<F extends Filters>(filters: F, address: string): FilterValues<F> {
  const params = new URL(address).searchParams
  return mapped<keyof F & string, Filter, string>(filters, (filter, name) => {
    const asked = params.get(name)?.trim().slice(0, MAX_TEXT) ?? ''
    const isKnown = filter.kind !== 'choice' || filter.choices.some(({ value }) => value === asked)
    return isKnown ? asked : defaultOf(filter)
  })
}

/** The address for these filters, leaving out defaults: `''` or `?state=blocked&page=2`. */
export function filterAddress<F extends Filters>(filters: F, values: FilterValues<F>, page = 1): string {
  const params = new URLSearchParams()
  for (const [name, filter] of Object.entries(filters)) {
    const value = values[name] ?? ''
    if (value !== defaultOf(filter)) params.set(name, value)
  }
  if (page > 1) params.set('page', String(page))
  return params.size > 0 ? `?${params}` : ''
}
