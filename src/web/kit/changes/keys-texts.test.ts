import { expect, it } from 'vitest'
import { keysTitle, keysWords, type KeysLinkShown } from './keys-texts.ts'

const made: KeysLinkShown = {
  id: '018f8256-d5c0-7848-9572-131fb4b8a103',
  forName: 'Harrop & Co',
  madeBy: 'customer',
  url: 'https://vanfare.test/keys/x',
  madeAt: '2026-11-20T09:00:00Z',
  expiresAt: '2026-11-29T00:00:00Z',
  releasedAt: null,
  withdrawnAt: null,
}
const released = { ...made, releasedAt: '2026-07-28T12:42:00Z' }
const withdrawn = { ...made, url: null, withdrawnAt: '2026-11-21T10:30:00Z' }

it.each([
  [[], 'Waiting for keys?'],
  [[withdrawn], 'Waiting for keys?'],
  [[withdrawn, made], 'Keys not released yet'],
  [[made, released], 'Keys released at 13:42'],
])('the card says how things stand', (links, title) => {
  expect(keysTitle(links)).toBe(title)
})

it('a link says who made it and when, and to the end of which day it works', () => {
  expect(keysWords(made, 'customer')).toBe(
    'Made by you on Fri 20 November, 09:00. Not tapped yet. It works to the end of Sat 28 November.',
  )
  expect(keysWords(made, 'mover')).toMatch(/^Made by the customer on /)
  expect(keysWords({ ...made, madeBy: null }, 'mover')).toMatch(/^Made on /)
})

it('a link says when it was tapped, or withdrawn', () => {
  expect(keysWords(released, 'customer')).toContain('Confirmed on Tue 28 July, 13:42')
  expect(keysWords(withdrawn, 'customer')).toContain('Withdrawn on Sat 21 November, 10:30.')
})
