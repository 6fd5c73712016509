import { sql } from 'kysely'
import type { AnswerOf } from '#shared/endpoint.ts'
import type { LocalDay } from '#shared/local-time.ts'
import type { listSettings as listEndpoint } from '../contract.ts'
import type { Part } from '../rules.ts'

type Value = AnswerOf<typeof listEndpoint>['rows'][number]['value']

/** As a part reads its rows, before they are put in order of time. */
export interface FoundRow {
  id: string
  name: string
  subject: string
  value: Value
  fromDay: LocalDay
  toDay: LocalDay | null
  reason: string
  checkBy: LocalDay | null
  madeAt: Date | null
  madeBy: string | null
}

/** The name of the person whose id is in this column. */
export const nameOf = (column: string) =>
  sql<
    string | null
  >`(select trim(u.first_name || ' ' || coalesce(u.last_name, '')) from identity."user" u where u.id = ${sql.ref(column)})`

/** What the audit keeps of a change, in words. */
export interface ChangeNote {
  name: string
  words: string
  fromDay?: LocalDay
  reason?: string
}

export const objectOf = (part: Part): string => `settings ${part}`
