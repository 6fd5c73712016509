import { expect, test } from 'vitest'
import { notSentText } from './not-sent.server.ts'

test.each([
  ['', null],
  ['unit=1', null],
  ['not_sent=invalid&field=expires_on', 'Enter a day after today, as shown on the document.'],
  ['not_sent=invalid&field=kind', 'Please check the marked fields.'],
  ['not_sent=heic_photo&field=files.0', expect.stringContaining('HEIC')],
  ['not_sent=constructor', 'We are busy at the moment. Please try again shortly.'],
  ['not_sent=invalid&field=toString', 'Please check the marked fields.'],
])('"%s"', (query, text) => {
  expect(notSentText(new URLSearchParams(query))).toEqual(text)
})
