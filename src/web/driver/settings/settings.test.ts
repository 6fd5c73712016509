import { describe, expect, test } from 'vitest'
import type { UnitStatus } from '#modules/fleet/units/rules.ts'
import { saveVan } from '#modules/fleet/vans/contract.ts'
import { toWire } from '#shared/wire.ts'
import { formOf } from '#test/support/factories/form.ts'
import { notSentText } from '../documents/not-sent.server.ts'
import { checkToSend } from '../people/person-form.tsx'
import { progressStagesOf } from '../units/unit-texts.ts'
import { changesOf, COPY_PARTS, helpLevelsFrom, isEmptyPart, type Copied } from './copy-preview.ts'
import { vanOf } from './van-values.server.ts'

const day = (dayOfWeek: string, startTime: string, endTime: string, dayOff = false) => ({
  dayOfWeek,
  startTime,
  endTime,
  dayOff,
})

const from: Copied = {
  operatingArea: { districts: ['E10', 'E17'], basePostcode: 'E17 4QH', radiusMetres: 5000 },
  schedule: { status: 'active', entries: [day('1', '08:00:00', '18:00:00'), day('0', '10:00:00', '23:59:59')] },
  allowedJobs: {
    jobKinds: ['home_or_office', 'furniture'],
    helpLevels: ['driver_helps', 'two_porters'],
    possibleHelpLevels: ['no_help', 'driver_helps', 'one_porter', 'two_porters'],
    confirmsFromHours: 24,
  },
}
const to: Copied = {
  operatingArea: { districts: ['E10', 'SW'], basePostcode: null, radiusMetres: null },
  schedule: { status: 'active', entries: [day('1', '08:00:00', '18:00:00'), day('6', '08:00:00', '18:00:00')] },
  allowedJobs: {
    jobKinds: ['furniture'],
    helpLevels: ['no_help'],
    possibleHelpLevels: ['no_help', 'driver_helps', 'one_porter'],
    confirmsFromHours: null,
  },
}

test('what would change is said part by part', () => {
  expect(changesOf('operatingArea', from, to)).toEqual([
    { name: 'Added', before: '–', after: 'E17' },
    { name: 'Removed', before: 'SW', after: '–' },
  ])
  expect(changesOf('schedule', from, to)).toEqual([
    { name: 'Saturday', before: '08:00 to 18:00', after: 'Off' },
    { name: 'Sunday', before: 'Off', after: '10:00 to 24:00' },
  ])
  expect(changesOf('allowedJobs', from, to)).toEqual([
    { name: 'Kinds', before: 'Furniture', after: 'Home and office, Furniture' },
    { name: 'Who’s lifting', before: 'No help', after: '1 man' },
  ])
})

test('a smaller van gets what it seats', () => {
  expect(helpLevelsFrom(from, to)).toEqual(['driver_helps'])
})

test('a van like the other has nothing to copy, and an empty one nothing to give', () => {
  expect(COPY_PARTS.flatMap((part) => changesOf(part, from, from))).toEqual([])
  const empty: Copied = {
    operatingArea: { ...from.operatingArea, districts: [] },
    schedule: { status: 'active', entries: [] },
    allowedJobs: { ...from.allowedJobs, helpLevels: ['two_porters'] },
  }
  expect(COPY_PARTS.filter((part) => isEmptyPart(part, empty, to))).toEqual([...COPY_PARTS])
})

describe('values of a van', () => {
  const van = {
    registration: 'SK21 ZZZ',
    make: 'Ford',
    model: 'Transit',
    category: 'large_van',
    fuel: 'diesel',
    euro_class: '6',
  }

  /** What is wrong with a form, by field, after its way over the wire. */
  function flawsOf(fields: Record<string, string>) {
    const sent: unknown = JSON.parse(JSON.stringify(toWire(vanOf(formOf({ ...van, ...fields })))))
    const read = saveVan.body.safeParse(sent)
    return read.success
      ? {}
      : Object.fromEntries(read.error.issues.map(({ path, message }) => [path.join('.'), message]))
  }

  test('a number of a van may be left out, and is refused where it is none', () => {
    expect(flawsOf({ year: '2021', gross_weight_kg: ' 3500 ' })).toEqual({})
    expect(flawsOf({ year: '', gross_weight_kg: '' })).toEqual({})
    expect(flawsOf({ gross_weight_kg: '3,500', kerb_weight_kg: '2350', payload_kg: '1,150' })).toEqual({})
    expect(flawsOf({ year: '20x1', gross_weight_kg: '3,5t' })).toEqual({
      year: 'Enter the year of registration.',
      gross_weight_kg: 'Enter whole kilograms from 1,000 to 7,500, such as 3500.',
    })
  })
})

describe('documents that were not sent', () => {
  test.each([
    ['', null],
    ['unit=1', null],
    [
      'not_sent=invalid&field=expires_on',
      'Enter a day after today, as shown on the document, and at most eleven years ahead.',
    ],
    ['not_sent=invalid&field=kind', 'Please check the marked fields.'],
    ['not_sent=heic_photo&field=files.0', expect.stringContaining('HEIC')],
    ['not_sent=constructor', 'We are busy at the moment. Please try again shortly.'],
    ['not_sent=invalid&field=toString', 'Please check the marked fields.'],
  ])('"%s"', (query, text) => {
    expect(notSentText(new URLSearchParams(query))).toEqual(text)
  })
})

describe('the form of a person', () => {
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
})

describe('texts of a unit', () => {
  test.each([
    ['not_ready_for_a_job', 'now ahead ahead ahead'],
    ['pending_verification', 'done now ahead ahead'],
    ['verification_failed', 'done bad ahead ahead'],
    ['verification_completed', 'done done now ahead'],
    ['ready_to_start', 'done done done now'],
    ['operating', 'done done done done'],
    ['insurance_expires_soon', 'done done done done'],
  ] satisfies [UnitStatus, string][])('%s stands at %s', (status, states) => {
    expect(
      progressStagesOf({ status, statusReason: 'Unreadable.' })
        .map(({ state }) => state)
        .join(' '),
    ).toBe(states)
  })

  test('a failed check says why', () => {
    expect(
      progressStagesOf({ status: 'verification_failed', statusReason: 'Send one that names LK72 VNF.' })[1],
    ).toEqual({
      name: 'Check failed',
      detail: 'Send one that names LK72 VNF.',
      state: 'bad',
    })
  })

  test('what is behind a unit says no condition any more', () => {
    const names = (status: UnitStatus) => progressStagesOf({ status, statusReason: null }).map(({ name }) => name)
    expect(names('pending_verification').slice(2)).toEqual([
      'Ready to start, when all 6 are done',
      'Operating, from your first working hours',
    ])
    expect(names('operating').slice(2)).toEqual(['Ready to start', 'Operating'])
  })
})
