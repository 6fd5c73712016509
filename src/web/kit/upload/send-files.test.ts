import { expect, test } from 'vitest'
import { resultOf } from './send-files.ts'

test.each([
  [
    { status: 201, body: { id: '1' } },
    { ok: true, body: { id: '1' } },
  ],
  [
    { status: 204, body: null },
    { ok: true, body: null },
  ],
  [
    { status: 422, body: { detail: 'Please check.', errors: { 'files.0': ['This PDF is locked.'] } } },
    { ok: false, reason: 'This PDF is locked.', errors: { 'files.0': 'This PDF is locked.' } },
  ],
  [
    { status: 409, body: { detail: 'A gallery is full.' } },
    { ok: false, reason: 'A gallery is full.', errors: {} },
  ],
  [
    { status: 0, body: null },
    { ok: false, reason: 'It couldn’t be sent. Check your connection and try again.', errors: {} },
  ],
])('an answer of %j', (answer, expected) => expect(resultOf(answer)).toEqual(expected))
