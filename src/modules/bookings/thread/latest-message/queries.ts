import { sql, type RawBuilder } from 'kysely'
import { photosColumn } from '#modules/files/queries.ts'
import type { LastMessageRow } from './rules.ts'

/** Of the booking `b`, as a column of its own statement: each row is found by its key. */
const lastMessage = (isShown: RawBuilder<unknown>) => sql<LastMessageRow | null>`(
  select json_build_object('side', m.side, 'authorId', m.author_id, 'author', a.first_name, 'text', m.text, 'at', m.at, 'isRemoved', m.removed_at is not null,
    'photosCount', json_array_length(${photosColumn('m.photosId')}))
  from bookings.thread t join bookings.message m on m.id = t.last_message_id join identity."user" a on a.id = m.author_id
  where t.booking_id = b.id and ${isShown})`

/** To its customer, whoever had the booking then, as in the thread. */
export const lastMessageToCustomer = lastMessage(sql`true`)

/** To the company that has it now; what was written while another had it is the customer's. */
export const lastMessageToCompany = (companyId: string, unitId: string) =>
  lastMessage(
    sql`t.company_id = ${companyId} and b.company_id = t.company_id and b.unit_id = ${unitId} and not b.is_hot`,
  )
