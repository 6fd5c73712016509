import { expect, it } from 'vitest'
import { gainTexts } from './gains-card.tsx'
import type { Gains } from './live.server.ts'

type Change = Gains['gains'][number]['change']

const saturday = { dayOfWeek: '6', startTime: '07:00:00', endTime: '23:59:59' }

it.each<[Change, number, number, string[]]>([
  [
    { kind: 'open_day', ...saturday },
    14,
    5,
    ['Work Saturdays, 07:00 to 24:00', '14 more searches', 'The cheapest in 5 of them.', '/working-unit/working-hours'],
  ],
  [
    { kind: 'start_earlier', ...saturday },
    1,
    0,
    ['Start at 07:00 on Saturdays', '1 more search', '', '/working-unit/working-hours'],
  ],
  [
    { kind: 'end_later', ...saturday, dayOfWeek: '0' },
    2,
    2,
    ['Work until 24:00 on Sundays', '2 more searches', 'The cheapest in all of them.', '/working-unit/working-hours'],
  ],
  [
    { kind: 'offer_help', helpLevel: 'one_porter', pencePerHour: 4500, hasRate: false },
    3,
    0,
    [
      'Offer “2 men”',
      '3 more searches',
      'You have no rate for it yet, so we assumed £45.00 an hour.',
      '/settings/operations-and-pricing-hourly-rates',
    ],
  ],
  [
    { kind: 'offer_help', helpLevel: 'one_porter', pencePerHour: 4500, hasRate: true },
    3,
    0,
    ['Offer “2 men”', '3 more searches', '', '/working-unit'],
  ],
  [
    { kind: 'add_district', district: 'E10', town: 'Leyton' },
    2,
    0,
    ['Add E10, Leyton, to your area', '2 more searches', '', '/settings/operations-and-pricing'],
  ],
  [
    { kind: 'take_job_kind', jobKind: 'furniture' },
    2,
    0,
    ['Take furniture and single items', '2 more searches', '', '/working-unit'],
  ],
  [
    { kind: 'charge_less', pence: 300 },
    0,
    6,
    ['Charge £3 an hour less', 'cheapest in 6 more searches', '', '/settings/operations-and-pricing-hourly-rates'],
  ],
])('%o', (change, moreShown, moreCheapest, [title, figure, note, path]) => {
  expect(gainTexts({ change, moreShown, moreCheapest })).toEqual({
    title,
    figure,
    note: note === '' ? null : note,
    to: path,
  })
})
