// What the office reads about settings: who pays, when, and what a value says.
import { VAN_NAMES } from '#modules/fleet/rules.ts'
import { partText } from '#modules/pricing/terms/rules.ts'
import type { listSettings } from '#modules/settings/contract.ts'
import { amountsText, type Part } from '#modules/settings/rules.ts'
import { capitalise } from '#shared/texts.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { formatDateUk, formatTime, type LocalDay } from '#shared/local-time.ts'

/** The rows of a tab, and whether one's role may change them. */
export type Settings = AnswerOf<typeof listSettings> & { mayChange: boolean }
export type Row = Settings['rows'][number]
export type Value = Row['value']

/** In the order of their tabs; the address uses the slug. */
export const TABS: readonly { part: Part; slug: string; name: string }[] = [
  { part: 'commission', slug: 'commission', name: 'Commission' },
  { part: 'road_charges', slug: 'road-charges', name: 'Road charges' },
  { part: 'tolls', slug: 'tolls', name: 'Tolls' },
  { part: 'cancellation', slug: 'cancelling', name: 'Cancelling' },
]

export const addressOf = (part: Part): string => `/admin/settings/${TABS.find((tab) => tab.part === part)?.slug ?? ''}`

const CLASSES = {
  noncompliant: 'diesel below Euro 6, petrol below Euro 4',
  heavy_noncompliant: 'below the standard, over 3.5 t',
  electric: 'electric vans',
  other: 'cleaner vans',
} as const

/** "Diesel below Euro 6, petrol below Euro 4; cleaner vans" */
export function payersText(classes: readonly (keyof typeof CLASSES)[]): string {
  if (classes.includes('noncompliant') && classes.includes('other')) return 'All vans except electric'
  return capitalise(classes.map((one) => CLASSES[one]).join('; '))
}

type Range = readonly number[] | null

/** "Every hour", "Mon to Fri 07:00 to 18:00, Sat, Sun 12:00 to 18:00" */
export function hoursText({
  weekday,
  weekend,
  freeDays,
}: {
  weekday: Range
  weekend: Range
  freeDays?: string
}): string {
  const isAlways = [weekday, weekend].every((range) => range?.[0] === 0 && range[1] === 1440)
  const free =
    freeDays === 'christmas_day'
      ? ', not 25 December'
      : freeDays === 'christmas_to_new_year'
        ? ', not from 25 December to New Year'
        : ''
  if (isAlways) return `Every hour${free}`
  const range = (days: string, [from = 0, to = 0]: readonly number[]) =>
    `${days} ${formatTime(from)} to ${formatTime(to)}`
  if (weekday && weekend && weekday.join() === weekend.join()) return `${range('Daily', weekday)}${free}`
  const parts = [weekday && range('Mon to Fri', weekday), weekend && range('Sat, Sun', weekend)]
  return `${parts.filter(Boolean).join(', ')}${free}`
}

/** Within a sentence: days keep their capitals. */
export const hoursWithin = (hours: Parameters<typeof hoursText>[0]): string =>
  hoursText(hours).replace(/^(Every|Daily)/, (word) => word.toLowerCase())

export const vansText = (vans: readonly (keyof typeof VAN_NAMES)[] | null): string =>
  vans === null ? 'Every van' : vans.map((van) => VAN_NAMES[van]).join(', ')

/** In a word or two, with `usual` for who pays what everybody pays. */
export function valueText(value: Value): string {
  if (value.part === 'commission') return value.percent === null ? 'standard rate' : `${value.percent}%`
  if (value.part === 'road_charges') return amountsText([value.amountPence])
  if (value.part === 'tolls') return amountsText(value.charges.map(({ pence }) => pence))
  return `Free until ${value.freeUntilHours} h before`
}

export const policyRest = (value: Extract<Value, { part: 'cancellation' }>): string =>
  `${value.freeUntilHours} to ${value.partUntilHours} h: ${partText(value)} of the minimum time. Under ${value.partUntilHours} h: all of it. A company that cancels under ${value.partUntilHours} h owes the same`

/** "since 06/01/2025", "from 01/12/2026", "01/09/2022 to 05/01/2025" */
export const whenText = ({ fromDay, toDay, state }: Pick<Row, 'fromDay' | 'toDay' | 'state'>): string =>
  state === 'over' && toDay
    ? `${formatDateUk(fromDay)} to ${formatDateUk(toDay)}`
    : `${state === 'to_come' ? 'from' : 'since'} ${formatDateUk(fromDay)}`

/** One thing that can be set, with what held, holds and comes. */
export interface Subject {
  subject: string
  name: string
  now: Row | null
  next: Row[]
  past: Row[]
}

export function subjectsOf(rows: readonly Row[]): Subject[] {
  return [...Map.groupBy(rows, ({ subject }) => subject)].map(([subject, own]) => {
    const soonest = own.toSorted((a, b) => a.fromDay.localeCompare(b.fromDay))
    return {
      subject,
      name: own[0]?.name ?? '',
      now: soonest.find(({ state }) => state === 'in_force') ?? null,
      next: soonest.filter(({ state }) => state === 'to_come'),
      past: soonest.filter(({ state }) => state === 'over').toReversed(),
    }
  })
}

/** A year on, as a check is usually wanted. */
export const yearAfter = (day: LocalDay): LocalDay =>
  `${Number(day.slice(0, 4)) + 1}${day.slice(4).replace('02-29', '02-28')}`
