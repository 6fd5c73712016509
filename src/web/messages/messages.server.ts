import { data } from 'react-router'
import {
  getThread,
  listConversations,
  readThread,
  writeMessage,
  reportMessage,
} from '#modules/bookings/thread/contract.ts'
import type { Call } from '#shared/call.ts'
import { plainAnswerOf } from '#web/kit/forms/answer.server.ts'
import type { Answer } from '#web/kit/forms/answer.ts'
import { textIn } from '#web/kit/forms/form-text.ts'
import { pageIn, cursorIn, readPage } from '#web/kit/page/page-in-address.ts'
import { dataOf, namedBy } from '#web/kit/session/gate.server.ts'
import type { Counted } from '#web/ui/tabs.tsx'
import type { Conversation, Thread } from './message-texts.ts'

export interface Inbox extends Counted {
  results: Conversation[]
  page: number
  isBehind: boolean
  next: string | null
  isUnreadOnly: boolean
}

export async function readInbox(call: Call, address: string): Promise<Inbox> {
  const isUnreadOnly = new URL(address).searchParams.has('unread')
  const show = isUnreadOnly ? 'unread' : 'all'
  const { results, count, countIsMinimum, next } = dataOf(
    await readPage(address, (place) => call(listConversations, { query: { ...place, show } })),
  )
  return {
    results,
    count,
    countIsMinimum,
    next,
    page: pageIn(address),
    isBehind: cursorIn(address) !== null,
    isUnreadOnly,
  }
}

const PAGE_SIZE = 50

/** The last messages, or those before the ones that were shown. */
export async function readThreadPage(call: Call, id: string, address: string): Promise<Thread> {
  const after = new URL(address).searchParams.get('before') ?? undefined
  const answer = await call(getThread, { params: { id }, query: { pageSize: PAGE_SIZE, after } })
  if (!answer.ok && after && answer.status === 422)
    return dataOf(await call(getThread, { params: { id }, query: { pageSize: PAGE_SIZE } }))
  return namedBy(answer)
}

/** The forms of a thread. */
export async function answerThread(call: Call, id: string, form: FormData): Promise<Answer> {
  const params = { id }
  switch (textIn(form, 'intent')) {
    case 'send':
      return plainAnswerOf(await call(writeMessage, { params, body: { text: textIn(form, 'text') } }))
    case 'read':
      return plainAnswerOf(await call(readThread, { params, body: { messageId: textIn(form, 'messageId') } }))
    case 'report': {
      const body = { reason: textIn(form, 'reason') }
      const messageId = textIn(form, 'messageId')
      return plainAnswerOf(await call(reportMessage, { params: { ...params, messageId }, body }))
    }
    default:
      throw data(null, { status: 400 })
  }
}
