import { expect, test } from 'vitest'
import { appearsAt } from './page-parts.tsx'

const now = new Date('2026-11-24T09:00:00Z')

test.each([
  ['', '', { at: null, errors: {}, notice: null }],
  ['25/11/2026', '07:00', { at: '2026-11-25T07:00:00.000Z', errors: {}, notice: null }],
  ['25/11/2026', '7:00', { at: '2026-11-25T07:00:00.000Z' }],
  ['01/07/2027', '07:00', { at: '2027-07-01T06:00:00.000Z' }],
  ['28/03/2027', '01:30', { at: null, errors: { time: expect.stringContaining('01:30 doesn’t exist') } }],
  ['28/03/2027', '02:00', { at: '2027-03-28T01:00:00.000Z' }],
  ['31/10/2027', '01:30', { at: '2027-10-31T00:30:00.000Z', notice: expect.stringContaining('comes twice') }],
  ['24/11/2026', '09:00', { at: null, errors: { day: expect.stringContaining('has passed') } }],
  ['31/02/2027', '25:00', { at: null, errors: { day: expect.any(String), time: expect.any(String) } }],
  ['25/11/2026', '', { at: null, errors: { time: expect.any(String) } }],
  ['25/11/2026', '24:00', { at: null, errors: { time: expect.any(String) } }],
  ['tomorrow', '07:00', { at: null, errors: { day: expect.any(String) } }],
])('%j at %j', (day, time, expected) => expect(appearsAt(day, time, now)).toMatchObject(expected))
