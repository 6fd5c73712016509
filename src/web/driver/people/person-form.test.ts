import { expect, test } from 'vitest'
import { checkToSend } from './person-form.tsx'

const enteredCheck = { shareCode: 'W12 ABC 345', dateOfBirth: '1990-05-04', expiresOn: '2027-06-01' }

test.each([
  ['british_or_irish_passport', {}, true],
  ['other_document', { expires_on: '2027-06-01' }, true],
  ['share_code', { share_code: 'W12 ABC 345', date_of_birth: '1990-05-04', expires_on: '2027-06-01' }, false],
] as const)('%s sends what is its own, and nothing typed for another way', (method, fields, takesPages) => {
  const sent = checkToSend('7', { method, ...enteredCheck })
  expect(sent).toMatchObject({ path: '/api/company/people/7/check/', takesPages, places: Object.keys(fields) })
  expect(sent.fields).toEqual({ method, ...fields })
})
