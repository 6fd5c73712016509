import { formatDateUk, formatTime, toLocal } from '#shared/local-time.ts'
import { formatPence } from '#shared/money.ts'

/** The audit log as an office page shows it. Pure. */

/** What an entry is about: the part of its action before the dot. */
export const SUBJECTS = [
  'account',
  'admin',
  'bank_account',
  'billing_run',
  'booking',
  'bookings',
  'card',
  'company',
  'content',
  'correction',
  'customers',
  'day',
  'decision',
  'document',
  'driver',
  'exported',
  'message',
  'people',
  'person',
  'read',
  'settings',
  'statement_query',
  'van_facts',
  'working_unit',
] as const

export interface Detail {
  name: string
  before: string | null
  after: string | null
}

/** Names of what ids stand for. */
export type Names = ReadonlyMap<string, string>

/** Changes field by field, in everyday words; a field that stayed the same is left out. */
export function detailsOf(before: object | null, after: object | null, names: Names = new Map()): Detail[] {
  const [was, is] = [fieldsIn(before, names), fieldsIn(after, names)]
  return [...new Set([...was.keys(), ...is.keys()])]
    .map((name) => ({ name, before: was.get(name) ?? null, after: is.get(name) ?? null }))
    .filter((detail) => detail.before !== detail.after)
}

const fieldsIn = (value: object | null, names: Names): Map<string, string> =>
  new Map(
    Object.entries(value ?? {}).flatMap(([name, field]): [string, string][] =>
      field === null || field === undefined
        ? []
        : [[name.replace(/(?<=.)(?:Pence|Ids?|At)$/, ''), textOf(name, field, names)]],
    ),
  )

const MOST_TEXT = 300
const MOMENT = /^\d{4}-\d\d-\d\dT\d\d:\d\d/
const DAY = /^\d{4}-\d\d-\d\d$/
export const ID = /[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

function textOf(name: string, field: unknown, names: Names): string {
  const text = sentenceOf(name, field, names)
  return text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT)}…` : text
}

function sentenceOf(name: string, field: unknown, names: Names): string {
  if (typeof field === 'number') return name.endsWith('Pence') ? formatPence(field) : String(field)
  if (typeof field === 'boolean') return field ? 'yes' : 'no'
  if (Array.isArray(field)) return field.map((one) => sentenceOf(name, one, names)).join(', ')
  if (typeof field === 'object' && field !== null)
    return Object.entries(field)
      .map(([part, value]) => `${part} ${sentenceOf(part, value, names)}`)
      .join(', ')
  const text = String(field)
  if (DAY.test(text)) return formatDateUk(text)
  if (MOMENT.test(text)) {
    const { day, minute } = toLocal(new Date(text))
    return `${formatDateUk(day)} ${formatTime(minute)}`
  }
  return text.replaceAll(ID, (id) => names.get(id) ?? id.slice(-8).toUpperCase())
}
