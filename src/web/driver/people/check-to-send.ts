import { mayExpire, needsFiles, type CheckMethod } from '#modules/fleet/people/rules.ts'
import type { ToSend } from '#web/kit/documents/to-send.ts'

export interface TypedCheck {
  method: CheckMethod
  shareCode: string
  dateOfBirth: string
  expiresOn: string
}

/** A right-to-work check as it is chosen: what was typed or photographed for another way of proving it stays in the form. */
export function checkToSend(personId: string, { method, shareCode, dateOfBirth, expiresOn }: TypedCheck): ToSend {
  const fields = {
    method,
    ...(needsFiles(method) ? {} : { share_code: shareCode, date_of_birth: dateOfBirth }),
    ...(mayExpire(method) ? { expires_on: expiresOn } : {}),
  }
  return {
    path: `/api/company/people/${personId}/check/`,
    fields,
    places: Object.keys(fields).filter((name) => name !== 'method'),
    flaws: {},
    takesPages: needsFiles(method),
    done: { title: 'Check sent' },
  }
}
