import {
  agreeChange,
  listChanges,
  priceChange,
  proposeChange,
  refuseChange,
  withdrawChange,
} from '#modules/bookings/changes/contract.ts'
import { offerMoveTime } from '#modules/bookings/changes/moves/contract.ts'
import {
  listKeysLinks,
  makeKeysLink,
  withdrawKeysLink,
  makeScreenCode,
} from '#modules/bookings/changes/links/contract.ts'
import type { Call } from '#shared/call.ts'
import { plainAnswerOf, problemOf } from '#web/kit/forms/answer.server.ts'
import type { Answer } from '#web/kit/forms/answer.ts'
import { textIn, wholeNumberOf } from '#web/kit/forms/form-text.ts'
import {
  isChangeIntent,
  type ChangeIntent,
  type TimeIntent,
  type ChangeShown,
  type KeysLinkShown,
  lineIn,
  newStartIn,
  proposalFields,
  proposalIn,
} from './change-texts.ts'

/** The changes of a booking, for whichever side is signed in; null for anybody else. */
export async function readChanges(call: Call, id: string): Promise<ChangeShown[] | null> {
  const answer = await call(listChanges, { params: { id } })
  return answer.ok ? answer.data : null
}

/** The links for its keys, for whichever side is signed in; none for anybody else. */
export async function readKeysLinks(call: Call, id: string): Promise<KeysLinkShown[]> {
  const answer = await call(listKeysLinks, { params: { id } })
  return answer.ok ? answer.data : []
}

/** What these forms answer: the link for the keys that was made or withdrawn, or the code to show. */
export interface ChangeActionNotice {
  intent: ChangeIntent | TimeIntent
  keysLink?: KeysLinkShown
  screenCode?: string
}

/** Answers the forms of kit/changes on any page. The API checks who may. */
export async function answerChangeForm(call: Call, form: FormData): Promise<Answer<ChangeActionNotice>> {
  const intent = textIn(form, 'intent')
  const params = { id: textIn(form, 'bookingId') }
  if (!isChangeIntent(intent))
    return { ok: false, status: 400, code: 'malformed', detail: 'The form couldn’t be read.' }
  if (intent === 'keys-link') {
    const link = await call(makeKeysLink, { params, body: { forName: textIn(form, 'forName') || null } })
    return link.ok ? { ok: true, data: { intent, keysLink: link.data } } : problemOf(link)
  }
  if (intent === 'withdraw-keys-link') {
    const link = await call(withdrawKeysLink, { params, body: { keysLinkId: textIn(form, 'keysLinkId') } })
    return link.ok ? { ok: true, data: { intent, keysLink: link.data } } : problemOf(link)
  }
  if (intent === 'screen-code') {
    const shown = await call(makeScreenCode, { params, body: {} })
    return shown.ok ? { ok: true, data: { intent, screenCode: shown.data.code } } : problemOf(shown)
  }
  const answer = plainAnswerOf(await sendChange(call, form, intent, params))
  return answer.ok ? { ok: true, data: { intent } } : answer
}

function sendChange(
  call: Call,
  form: FormData,
  intent: Exclude<ChangeIntent, 'keys-link' | 'withdraw-keys-link' | 'screen-code'>,
  params: { id: string },
) {
  const answered = { changeId: textIn(form, 'changeId'), version: wholeNumberOf(textIn(form, 'version')) ?? 0 }
  switch (intent) {
    case 'agree-change':
      return call(agreeChange, { params, body: answered })
    case 'refuse-change':
      return call(refuseChange, { params, body: answered })
    case 'withdraw-change':
      return call(withdrawChange, { params, body: answered })
    case 'offer-move-time':
      return call(offerMoveTime, { params, body: { ...answered, newStartAt: newStartIn(form) ?? '' } })
    case 'price-change':
      return call(priceChange, { params, body: { ...answered, line: lineIn(form) ?? { label: '', amountPence: -1 } } })
    default:
      return call(proposeChange, { params, body: proposalFields(proposalIn(form)) })
  }
}
