import { changeDriver, inviteDriver, removeDriver } from '#modules/fleet/drivers/contract.ts'
import type { Call } from '#shared/call.ts'
import { plainAnswerOf } from '#web/kit/forms/answer.server.ts'
import type { Answer } from '#web/kit/forms/answer.ts'
import { textIn } from '#web/kit/forms/form-text.ts'

/** What the card about a unit's hired driver asks for; null if the form is another's. */
export async function driverAction(call: Call, form: FormData): Promise<Answer | null> {
  const params = { id: textIn(form, 'unitId') }
  const mayAnswer = form.has('mayAnswer')
  switch (textIn(form, 'intent')) {
    case 'invite-driver': {
      const body = { email: textIn(form, 'email'), firstName: textIn(form, 'first_name') || null, mayAnswer }
      return plainAnswerOf(await call(inviteDriver, { params, body }))
    }
    case 'change-driver':
      return plainAnswerOf(await call(changeDriver, { params, body: { mayAnswer } }))
    case 'remove-driver':
      return plainAnswerOf(await call(removeDriver, { params }))
    default:
      return null
  }
}
