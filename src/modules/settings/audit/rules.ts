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

/** What changed, field by field; a field that stayed the same is left out. */
export function detailsOf(before: object | null, after: object | null): Detail[] {
  const [was, is] = [fieldsIn(before), fieldsIn(after)]
  return [...new Set([...was.keys(), ...is.keys()])]
    .map((name) => ({ name, before: was.get(name) ?? null, after: is.get(name) ?? null }))
    .filter((detail) => detail.before !== detail.after)
}

const fieldsIn = (value: object | null): Map<string, string> =>
  new Map(
    Object.entries(value ?? {}).flatMap(([name, field]): [string, string][] =>
      field === null || field === undefined ? [] : [[name, textOf(field)]],
    ),
  )

const MOST_TEXT = 300

function textOf(field: unknown): string {
  const text = typeof field === 'string' ? field : JSON.stringify(field)
  return text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT)}…` : text
}
