import { expect, it } from 'vitest'
import { resultOf } from './photo-upload.ts'

it.each([
  [201, { id: 'abc' }, { ok: true, id: 'abc' }],
  [
    422,
    { detail: 'Please check.', errors: { 'photos.1': ['This is no photo.'] } },
    { ok: false, reason: 'This is no photo.' },
  ],
  [413, { detail: 'The request is too large.' }, { ok: false, reason: 'The request is too large.' }],
  [201, {}, { ok: false, reason: 'The photos couldn’t be sent. Check your connection and try again.' }],
  [502, null, { ok: false, reason: 'The photos couldn’t be sent. Check your connection and try again.' }],
  [502, '<html>', { ok: false, reason: 'The photos couldn’t be sent. Check your connection and try again.' }],
])('%d %j', (status, answer, result) => {
  expect(resultOf({ status, body: answer })).toEqual(result)
})
