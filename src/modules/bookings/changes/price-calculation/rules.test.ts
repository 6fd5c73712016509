import { expect, it } from 'vitest'
import { figureOf, type AskedChange, type BookedWork } from './rules.ts'

const zero = '00:00:00'
/** Six hours ten of work, booked as six and a half. */
const booked: BookedWork = {
  lines: [{ code: 'labour', label: '6 h 30 min at £62.00', quantity: 6, unitPence: 6200, amountPence: 37_200 }],
  order: {
    travelTime: '02:10:00',
    loadUnloadTime: '03:00:00',
    stairsTime: '00:30:00',
    stopsTime: zero,
    assemblingTime: zero,
    disassemblingTime: zero,
    trips: 1,
  },
  agreedMinutes: 0,
}
const short: BookedWork = {
  ...booked,
  lines: [{ code: 'labour', label: '2 h minimum at £62.00', quantity: 2, unitPence: 6200, amountPence: 12_400 }],
  order: { ...booked.order, travelTime: '00:30:00', loadUnloadTime: '00:30:00', stairsTime: zero },
}

it.each<[string, BookedWork, AskedChange, number | undefined]>([
  ['an item of half an hour', booked, { kind: 'item', extraMinutes: 30 }, 3100],
  ['a flight within the half hour that is paid', booked, { kind: 'floor', flights: 1 }, 0],
  ['two flights', booked, { kind: 'floor', flights: 2 }, 3100],
  [
    'a flight carried on each of three trips',
    { ...booked, order: { ...booked.order, trips: 3 } },
    { kind: 'floor', flights: 1 },
    3100,
  ],
  ['a stop', booked, { kind: 'stop' }, 0],
  ['time within the minimum', short, { kind: 'time', extraMinutes: 60 }, 0],
  ['time beyond the minimum', short, { kind: 'time', extraMinutes: 75 }, 3100],
  ['after half an hour that was agreed', { ...booked, agreedMinutes: 30 }, { kind: 'time', extraMinutes: 30 }, 3100],
  ['an item of which nobody says how long', booked, { kind: 'item' }, undefined],
  ['another start', booked, { kind: 'time', newStartAt: new Date('2026-11-28T10:00:00Z') }, 0],
  [
    'at the lower of two rates',
    {
      ...booked,
      lines: [
        ...booked.lines,
        { code: 'labour_out_of_hours', label: '', quantity: 0, unitPence: 9300, amountPence: 0 },
      ],
    },
    { kind: 'item', extraMinutes: 30 },
    3100,
  ],
  ['without a rate', { ...booked, lines: [] }, { kind: 'item', extraMinutes: 30 }, undefined],
])('%s', (_name, work, asked, pence) => expect(figureOf(work, asked)?.amountPence).toBe(pence))
