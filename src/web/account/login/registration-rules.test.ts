import { expect, test } from 'vitest'
import { phoneHint } from '#shared/phone.ts'
import { registrationErrors } from './registration-rules.ts'

const complete = {
  first_name: 'Priya',
  phone: '+44 7700 900123',
  email: 'priya@example.co.uk',
  password: 'Kettle-on-at-7',
}

test.each([
  [{}, {}],
  [{ first_name: ' ' }, { first_name: 'Required' }],
  [{ phone: '' }, { phone: 'Required' }],
  [{ phone: '07700 900123' }, {}],
  [{ phone: '07700 90012' }, { phone: phoneHint }],
  [{ email: '' }, { email: 'Required' }],
  [{ email: 'priya@' }, { email: 'Invalid email' }],
  [{ user_role: 'driver', company_name: ' ' }, { company_name: 'Required' }],
  [{ user_role: 'driver', company_name: 'Pennant Removals' }, {}],
  [{ password: '' }, { password: 'Required' }],
  [{ password: 'short1' }, { password: 'Use at least 8 characters.' }],
])('%j', (changed, errors) => {
  expect(registrationErrors({ ...complete, ...changed })).toEqual(errors)
})

test('an empty form names every field that is needed', () => {
  expect(registrationErrors({})).toEqual({
    first_name: 'Required',
    phone: 'Required',
    email: 'Required',
    password: 'Required',
  })
})
