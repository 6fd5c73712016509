import { expect, test } from 'vitest'
import { changesOf, COPY_PARTS, helpLevelsFrom, isEmptyPart, type Copied } from './copy-preview.ts'

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
  },
}
const to: Copied = {
  operatingArea: { districts: ['E10', 'SW'], basePostcode: null, radiusMetres: null },
  schedule: { status: 'active', entries: [day('1', '08:00:00', '18:00:00'), day('6', '08:00:00', '18:00:00')] },
  allowedJobs: {
    jobKinds: ['furniture'],
    helpLevels: ['no_help'],
    possibleHelpLevels: ['no_help', 'driver_helps', 'one_porter'],
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
