import { describe, expect, it, test } from 'vitest'
import { loadFacts, payOf, reasonText, rejectionTexts, stopsOf, whichText, type Job } from './job-texts.ts'

const point = {
  number: 0,
  outcode: 'E8',
  place: 'Hackney',
  stairs: 2,
  postcode: null,
  address: null,
  flatAndHouse: null,
  contactName: null,
  contactNumber: null,
}

const job = {
  status: 'new_booking',
  startAt: '2026-11-28T09:00:00.000Z',
  totalPence: 12_648,
  youKeepPence: 10_751,
  cashToTakePence: null,
  paymentMethod: 'card',
  isByTransfer: false,
  routePoints: [point, { ...point, number: 1, outcode: 'N15', place: 'Tottenham', stairs: 0 }],
  items: [{ name: 'Sofa', amount: 4, needAssembling: false, needDisassembling: false }],
  load: { pieces: 4, weightKg: 1240.4, volumeM3: 2.14 },
  van: { payloadKg: 1150, volumeM3: 14 },
  reason: null,
  ifRejected: { othersAreAsked: true, owesFrom: null, owedPence: 0 },
} as unknown as Job

test.each([
  [{}, { amount: '£126.48', detail: '£107.51 to you. Card' }],
  [
    { paymentMethod: 'cash', cashToTakePence: 12_648 },
    { amount: '£126.48', detail: '£107.51 to you. Cash' },
  ],
  // A hired driver sees no price.
  [
    { totalPence: null, youKeepPence: null, paymentMethod: 'cash', cashToTakePence: 12_648 },
    { amount: '£126.48', detail: 'Cash to take' },
  ],
  [
    { totalPence: null, youKeepPence: null },
    { amount: null, detail: 'By card, nothing to take' },
  ],
  // Booked by phone: the customer pays the company by transfer.
  [
    { paymentMethod: 'cash', isByTransfer: true },
    { amount: '£126.48', detail: '£107.51 to you. Transfer' },
  ],
  [
    { totalPence: null, youKeepPence: null, paymentMethod: 'cash', isByTransfer: true },
    { amount: null, detail: 'By transfer, nothing to take' },
  ],
] as const)('what it pays: %j', (change, pay) => expect(payOf({ ...job, ...change })).toEqual(pay))

test.each([
  [
    {},
    [
      ['Load', '4 items, 2.1 of your 14\u00a0m³'],
      ['Weight', '1,240 of your 1,150\u00a0kg'],
    ],
  ],
  [
    { van: null },
    [
      ['Load', '4 items, 2.1\u00a0m³'],
      ['Weight', '1,240\u00a0kg'],
    ],
  ],
  [{ items: [] }, [['Load', 'Described in words']]],
])('the load beside the van’s own: %j', (change, facts) => expect(loadFacts({ ...job, ...change })).toEqual(facts))

test('which job', () => expect(whichText(job)).toBe('Hackney to Tottenham, Sat 28 November, 09:00'))

test.each([
  ['broken_van', 'You said: the van has broken down'],
  ['due_to_prevoius_booking', 'You said: I have another job then'],
  [null, undefined],
  ['toString', undefined],
])('why it went: %s', (reason, text) => expect(reasonText({ reason })).toBe(text))

describe('the stops', () => {
  it('are towns, outward codes and stairs before it is confirmed', () => {
    expect(stopsOf(job)).toEqual([
      { name: 'Hackney E8', lines: ['2 flights'], contact: null },
      { name: 'Tottenham N15', lines: ['No stairs (5 steps or less)'], contact: null },
    ])
  })

  it('name streets and whom to ask for afterwards', () => {
    const open = { postcode: 'E8 1DA', address: 'Graham Road', flatAndHouse: '9', contactNumber: '+447700900123' }
    expect(stopsOf({ routePoints: [{ ...point, ...open, contactName: 'Priya' }] })).toEqual([
      {
        name: 'Hackney E8 1DA',
        lines: ['9, Graham Road', '2 flights'],
        contact: { name: 'Priya', phone: '+447700900123' },
      },
    ])
  })
})

describe('what follows if it is given back', () => {
  const confirmed = (change: object = {}) => ({
    status: 'confirmed' as const,
    ifRejected: { othersAreAsked: true, owesFrom: '2026-11-27T09:00:00.000Z', owedPence: 10_000, ...change },
  })
  const consequencesOf = (one: Pick<Job, 'status' | 'ifRejected'>, now = '2026-11-27T08:59:00Z') =>
    rejectionTexts(one, new Date(now)).slice(0, -1)
  const others = 'Every other driver who can do it is asked, at the same price. You aren’t offered it again.'

  it.each([
    [job, '2026-11-28T08:00:00Z', [others]],
    [
      confirmed(),
      '2026-11-27T08:59:00Z',
      [others, 'It’s free until Fri 27 November, 09:00. After that, you’ll owe the customer £100.00.'],
    ],
    [
      confirmed(),
      '2026-11-27T09:00:00Z',
      [others, 'It’s too late to hand it back free of charge: you’ll owe the customer £100.00.'],
    ],
    // A hired driver sees no price.
    [
      confirmed({ owedPence: null }),
      '2026-11-27T09:00:00Z',
      [others, 'It’s too late to hand it back free of charge: you’ll owe the customer the price of the minimum time.'],
    ],
    [
      { ...job, ifRejected: { othersAreAsked: false, owesFrom: null, owedPence: 0 } },
      '2026-11-27T09:00:00Z',
      ['The customer doesn’t want another driver, so the booking ends.'],
    ],
  ])('of %j at %s', (one, now, texts) => expect(consequencesOf(one, now)).toEqual(texts))

  it.each([
    [job, '2026-11-27T09:00:00Z', 'If the customer cancelled it, we’ll let them know you’ve told us.'],
    [
      confirmed(),
      '2026-11-27T08:59:00Z',
      'If the customer cancelled it, we’ll ask them. Any cancellation fee applies only once they confirm it.',
    ],
    [
      confirmed(),
      '2026-11-27T09:00:00Z',
      'If the customer cancelled it, we’ll ask them. The job stays yours until they say yes.',
    ],
  ])('ends with what a report leads to: %j at %s', (one, now, text) =>
    expect(rejectionTexts(one, new Date(now)).at(-1)).toBe(text),
  )

  it('is nothing if it cannot be', () => expect(rejectionTexts({ ...job, ifRejected: null }, new Date())).toEqual([]))
})
