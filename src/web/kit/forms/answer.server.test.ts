import { expect, test } from 'vitest'
import type { CallResult } from '#shared/call.ts'
import type { Endpoint, FieldErrors } from '#shared/endpoint.ts'
import { answerWithPasswordOf } from './answer.server.ts'

const passwordRefusal = (errors?: FieldErrors) =>
  ({
    ok: false,
    status: 403,
    problem: { code: 'reauth_required', detail: 'Enter your password to do this.', errors },
  }) as unknown as CallResult<Endpoint>

test('a password is asked for at its field, and a wrong one is called wrong', () => {
  expect(answerWithPasswordOf(passwordRefusal())).toMatchObject({
    errors: { current_password: ['Enter your password to do this.'] },
  })
  expect(answerWithPasswordOf(passwordRefusal({ current_password: ['This isn’t your password.'] }))).toMatchObject({
    errors: { current_password: ['This isn’t your password.'] },
  })
})
