import * as fc from 'fast-check'
import { describe, expect, it, vi } from 'vitest'
import { DOCUMENT_KINDS } from '#modules/billing/documents/rules.ts'
import { HELP_LEVELS, VAN_CATEGORIES } from '#modules/fleet/rules.ts'
import { ITEMS } from '#modules/items/data.ts'
import { loadOfItems } from '#modules/items/rules.ts'
import { sumPence } from '#shared/money.ts'
import { formOf } from '#test/support/factories/form.ts'
import { threeBedHouse } from '#test/support/factories/house.ts'
import { dueOf, totalRows, type BillingDocument } from '../billing/billing-texts.ts'
import { nextJobText, keysTitle, keysLinkText, type KeysLinkShown, proposalIn } from '../changes/change-texts.ts'
import { eraseHeldOrder, eraseOrders, storeAwaitingBooking, ordersForgotten } from './awaiting-booking.ts'
import { expectedWaiting, timeAndTrips, tripsText, ceilingNote, tollNotes } from './booking-texts.ts'
import {
  loadAdvice,
  severalText,
  liftingText,
  drawnLoad,
  fitText,
  itemsText,
  loadOfOrder,
  percentOf,
  vanText,
  type Loaded,
} from './load.ts'

const sofa = { id: 102, category: 1, amount: 1 }
const order: Loaded = { items: [sofa], van: null, helpLevel: 'two_porters' }
const house: Loaded = {
  items: threeBedHouse.map(({ movingItem: id, amount }) => ({ id, amount })),
  van: null,
  helpLevel: 'one_porter',
}
const adviceFor = (change: Partial<Loaded>) => loadAdvice(loadOfOrder({ ...order, ...change }))

describe('loadOfOrder', () => {
  it('shows the suggested van until one is picked', () => {
    expect(loadOfOrder({ ...order, items: [sofa] }).van).toBe('medium_van')
    expect(loadOfOrder({ ...order, items: [sofa], van: 'luton_van' }).van).toBe('luton_van')
    expect(loadOfOrder({ ...order, items: [] }).van).toBeNull()
  })

  it('seats the crew in that van', () => {
    expect(loadOfOrder({ ...order, items: [], van: 'small_van' }).help).toBe('one_porter')
    expect(loadOfOrder({ ...order, items: [], van: 'large_van' }).help).toBe('two_porters')
  })

  it.each([
    [{ ...sofa, amount: 4 }, 'large_van', 1],
    [{ ...sofa, amount: 9 }, 'luton_van', 1],
    // 31 m³ are two loads of 17 m³.
    [{ ...sofa, amount: 20 }, 'luton_van', 2],
  ] as const)(
    'suggests the smallest van that takes %j in one, else the one with the fewest trips',
    (item, van, trips) => {
      expect(loadOfOrder({ ...order, items: [item] }).suggestion).toMatchObject({ category: van, trips })
    },
  )

  it.each<[van: string, ...things: [name: string, amount: number][]]>([
    ['small_van', ['Suitcase', 10]],
    ['medium_van', ['Single bed', 1], ['Single mattress', 1], ['Medium box', 8]],
    [
      'large_van',
      ['Sofa, three-seater', 1],
      ['Dining table, four-seater', 1],
      ['Dining chair', 4],
      ['Fridge freezer', 1],
      ['Medium box', 14],
      ['Suitcase', 3],
      ['Double bed', 1],
      ['Double mattress', 1],
      ['Double wardrobe', 1],
      ['Chest of drawers', 1],
    ],
    [
      'luton_van',
      ['Corner sofa', 1],
      ['Double bed', 2],
      ['Double mattress', 2],
      ['Triple wardrobe', 2],
      ['Fridge freezer', 1],
      ['Washing machine', 1],
      ['Large box', 20],
    ],
  ])('is believable for homes people have: a %s', (category, ...entries) => {
    const items = entries.map(([name, amount]) => ({ id: ITEMS.find((item) => item.name === name)?.id ?? 0, amount }))
    expect(loadOfOrder({ items, van: null, helpLevel: 'driver_helps' }).suggestion.category).toBe(category)
  })

  it('counts the crew against the payload: a house of three bedrooms is three loads of a Luton Van', () => {
    const { fits, suggestion } = loadOfOrder(house)
    expect(suggestion).toMatchObject({ category: 'luton_van', trips: 3, carriedKg: 1040 })
    expect([fits.small_van.trips, fits.medium_van.trips]).toEqual([undefined, undefined])
  })
})

const someItems = fc.array(
  fc.record({ id: fc.constantFrom(...ITEMS.map(({ id }) => id)), amount: fc.integer({ min: 1, max: 20 }) }),
  { minLength: 1, maxLength: 20 },
)
const anyOrder = fc.record({
  items: someItems,
  van: fc.constantFrom(...VAN_CATEGORIES),
  helpLevel: fc.constantFrom(...HELP_LEVELS),
})

describe('for any load', () => {
  it('never goes in fewer trips with one thing more', () => {
    const tripsOf = (move: Loaded) => VAN_CATEGORIES.map((van) => loadOfOrder(move).fits[van].trips ?? Infinity)
    fc.assert(
      fc.property(anyOrder, someItems, (move, more) => {
        const [before, after] = [tripsOf(move), tripsOf({ ...move, items: [...move.items, ...more] })]
        expect(after.every((trips, index) => trips >= (before[index] ?? 0))).toBe(true)
      }),
    )
  })

  it('has advice exactly where it does not go at once in every such van, and offers only what can do it', () => {
    fc.assert(
      fc.property(anyOrder, (move) => {
        const orderLoad = loadOfOrder(move)
        const advice = loadAdvice(orderLoad)
        expect(advice === undefined).toBe(orderLoad.fit?.trips === 1 && orderLoad.fit.isUsual)
        expect(advice?.better?.trips).not.toBe(0)
        expect(advice?.needsCall ?? false).toBe(advice !== undefined && advice.isImpossible && !advice.better)
      }),
    )
  })
})

describe('words', () => {
  it('says how full a van is, how often it goes, or what it lacks', () => {
    const { fits, load } = loadOfOrder({ ...order, items: [sofa] })
    expect(fitText(fits.large_van, load)).toBe('11% full')
    expect(fitText(fits.small_van, load)).toBe('Too short inside')
    expect(drawnLoad(fits.small_van)).toBeGreaterThan(1)
    const many = loadOfOrder({ ...order, items: [{ id: 102, amount: 9 }] })
    expect(fitText(many.fits.large_van, many.load)).toBe('2 trips')
    expect(drawnLoad(many.fits.large_van)).toBe(1)
    const more = loadOfOrder({ ...order, items: [{ id: 802, amount: 400 }] })
    expect(fitText(more.fits.small_van, more.load)).toBe('Too small')
  })

  it('names the van with it', () => {
    expect(vanText(loadOfOrder({ ...order, van: 'large_van' }))).toBe('Large Van, 11% full')
    expect(vanText(loadOfOrder({ ...house, van: 'luton_van' }))).toBe('Luton Van')
    expect(vanText(loadOfOrder({ ...order, items: [], van: 'large_van' }))).toBe('Large Van')
    expect(vanText({ load: loadOfItems([]), fit: null })).toBe('')
  })

  it.each([
    [0, 0],
    [0.001, 1],
    [0.65, 65],
    [0.999, 99],
    [1, 100],
  ])('%d is %d percent', (share, percent) => {
    expect(percentOf(share)).toBe(percent)
  })

  it('counts in English', () => {
    expect(itemsText(1)).toBe('1 item')
    expect(itemsText(1200)).toBe('1,200 items')
    expect(liftingText('one_porter')).toBe('2 men')
    expect([tripsText(1), tripsText(3)]).toEqual(['1 trip', '3 trips'])
  })

  it('says trips with the time, where there is more than one', () => {
    expect(timeAndTrips({ trips: 1, totalTime: '06:30:00' })).toBe('6 h 30 min')
    expect(timeAndTrips({ trips: 2, totalTime: '06:30:00' })).toBe('2 trips, 6 h 30 min')
    expect(expectedWaiting({ declaredWaiting: '01:30:00' })).toBe('1 h 30 min')
    expect(expectedWaiting({ declaredWaiting: '00:00:00' })).toBeUndefined()
  })
})

describe('loadAdvice', () => {
  it('has nothing to say of what goes in at once', () => {
    expect(adviceFor({ van: 'large_van' })).toBeUndefined()
    expect(adviceFor({ items: [], van: 'small_van' })).toBeUndefined()
  })

  it('names the piece and the van that takes it', () => {
    expect(adviceFor({ van: 'small_van' })).toMatchObject({
      title: 'A Small Van is too small for one piece',
      text: expect.stringMatching(
        /^“Sofa, three-seater” doesn’t fit into a Small Van: it is .+ A Medium Van takes everything in one trip\.$/,
      ),
      better: { category: 'medium_van' },
      isImpossible: true,
      needsCall: false,
    })
  })

  it('says trips, what they add, and the van that needs fewer', () => {
    const advice = adviceFor({ items: [{ id: 102, amount: 9 }], van: 'large_van' })
    expect(advice).toMatchObject({
      title: '2 trips in a Large Van',
      better: { category: 'luton_van' },
      isImpossible: false,
    })
    expect(advice?.text).toContain('A Large Van takes about 11.9 m³ and 760 kg at a time with its crew on board.')
    expect(advice?.text).toMatch(/A Luton Van does it in one trip\.$/)
  })

  it('says where only a strong van can do it', () => {
    const advice = loadAdvice(loadOfOrder({ ...house, van: 'luton_van' }))
    expect(advice).toMatchObject({ title: '3 trips in a Luton Van', better: undefined, isImpossible: false })
    const boxes = loadOfOrder({ items: [{ id: 802, amount: 200 }], van: 'luton_van', helpLevel: 'two_porters' })
    expect(boxes.fit).toMatchObject({ isUsual: false, trips: 3 })
    expect(loadAdvice(boxes)?.text).toContain('Only a Luton Van that carries more than most can do it.')
  })

  it('offers a bigger van where one can, and several where none can', () => {
    expect(loadAdvice(loadOfOrder({ ...house, van: 'medium_van' }))).toMatchObject({
      title: 'Too much for a Medium Van',
      better: { category: 'luton_van', trips: 3 },
      isImpossible: true,
    })
    expect(adviceFor({ items: [{ id: 802, amount: 500 }], van: 'luton_van' })).toMatchObject({
      title: 'Too much for one van',
      text: expect.stringMatching(/two or three vans, or on two days\.$/),
      better: undefined,
      isImpossible: false,
    })
  })
})

describe('a load for several vans', () => {
  it.each([
    ['', 1],
    ['Two vans or two days', 100],
    ['Three vans or two days', 200],
    ['Our office plans this', 500],
  ])('is called “%s” with %d wardrobes', (text, amount) => {
    const load = loadOfOrder({ ...order, helpLevel: 'one_porter', items: [{ id: 912, amount }] })
    expect(severalText(load)).toBe(text)
  })
})

describe('the booking that waits', () => {
  function memory(): Storage {
    const values = new Map<string, string>()
    return {
      getItem: (key: string) => values.get(key) ?? null,
      setItem: (key: string, value: string) => void values.set(key, value),
      removeItem: (key: string) => void values.delete(key),
    } as Storage
  }

  it('forgets the order of the booking that holds its time, and no other', () => {
    const storage = memory()
    storage.setItem('booking', '{}')
    storeAwaitingBooking('abc', () => storage)
    eraseHeldOrder('other', () => storage)
    expect(storage.getItem('booking')).toBe('{}')
    eraseHeldOrder('abc', () => storage)
    expect(storage.getItem('booking')).toBeNull()
    storage.setItem('booking', '{"next":1}')
    eraseHeldOrder('abc', () => storage)
    expect(storage.getItem('booking')).toBe('{"next":1}')
  })

  const forbidden = () => {
    throw new Error('SecurityError')
  }

  it('does without a storage that is forbidden', () => {
    expect(() => storeAwaitingBooking('abc', forbidden)).not.toThrow()
    expect(() => eraseHeldOrder('abc', forbidden)).not.toThrow()
  })

  it('goes on without a storage, and says so', () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
    const refused = () => {
      throw new DOMException('denied', 'SecurityError')
    }
    storeAwaitingBooking('abc', refused)
    eraseHeldOrder('abc', refused)
    expect(warn).toHaveBeenCalledTimes(2)
    warn.mockRestore()
  })

  it('a log-out leaves no order behind, here or in the page', () => {
    const [local, session] = [memory(), memory()]
    const page = new EventTarget()
    vi.stubGlobal('localStorage', local)
    vi.stubGlobal('sessionStorage', session)
    vi.stubGlobal('dispatchEvent', page.dispatchEvent.bind(page))
    const cleared = vi.fn<() => void>()
    page.addEventListener(ordersForgotten, cleared)
    for (const storage of [local, session]) storage.setItem('booking', '{"flatAndHouse":"Flat 9"}')
    storeAwaitingBooking('abc', () => local)
    eraseOrders()
    expect([local, session].map((storage) => storage.getItem('booking'))).toEqual([null, null])
    expect(local.getItem('bookingAwaiting')).toBeNull()
    expect(cleared).toHaveBeenCalledOnce()
    vi.unstubAllGlobals()
  })
})

describe('tollNotes', () => {
  const dartford = { name: 'Dartford Crossing', amountPence: 420, isCertain: false }
  const tunnel = { name: 'Blackwall or Silvertown Tunnel, southbound', amountPence: null, isCertain: false }

  it('names what might be met, with what it costs, and says that it is not in the price', () => {
    expect(tollNotes([dartford, tunnel])).toEqual([
      'Depending on the road, the driver may meet a toll: Dartford Crossing (£4.20); Blackwall or Silvertown Tunnel, southbound (by the hour). It isn’t in the price, and the driver may not add it without your consent.',
    ])
    expect(ceilingNote([dartford])).toBe('A toll that depends on the road isn’t in it.')
  })

  it('says what is in the price', () => {
    const certain = { ...dartford, isCertain: true }
    expect(tollNotes([certain])).toEqual(['In the price at cost, on the way we worked out: Dartford Crossing (£4.20).'])
    expect(ceilingNote([certain])).toBeNull()
  })

  it('says nothing where there is none', () => {
    expect([tollNotes([]), ceilingNote([])]).toEqual([[], null])
  })
})

describe('rows of totals', () => {
  const totals = {
    statement: {
      grossPence: 63630,
      heldByMoverPence: 41250,
      commissionPence: 9545,
      vatPence: 1909,
      correctionsPence: -800,
    },
    invoice: { grossPence: 63630, heldByMoverPence: 0, commissionPence: 9545, vatPence: 1809, correctionsPence: -500 },
    sales_credit: { grossPence: 5000, heldByMoverPence: 0, commissionPence: 0, vatPence: 200, correctionsPence: 1200 },
  }
  const balances = { statement: 10126, invoice: 10854, sales_credit: 6200 }

  const documentOf = (kind: BillingDocument['kind']) =>
    ({
      kind,
      entriesCount: 3,
      lines: [{}, {}],
      corrections: [{}],
      totals: { ...totals[kind], balancePence: balances[kind] },
    }) as unknown as BillingDocument

  it.each(DOCUMENT_KINDS)('the rows of a %s add up to what is due', (kind) => {
    const rows = totalRows(documentOf(kind))
    expect(sumPence(rows.map(({ pence }) => pence))).toBe(balances[kind])
    expect(rows.every(({ pence }) => pence !== 0)).toBe(true)
  })

  it.each([
    [12, { label: 'Vanfare pays Tamar Moves', pence: 12 }],
    [0, { label: 'Nothing is due', pence: 0 }],
    [-32508, { label: 'Due to Vanfare', pence: 32508 }],
  ])('a balance of %i says who pays whom', (pence, due) => {
    expect(dueOf('statement', pence, 'Tamar Moves')).toEqual(due)
  })
})

describe('texts of a change', () => {
  it.each([
    [37, 'still fits, with 37 min to spare.'],
    [0, 'still fits, with no time to spare.'],
    [-25, 'would start 25 min late. If this is agreed, we’ll tell that customer.'],
  ])('with %i minutes to spare: %s', (spareMinutes, text) =>
    // British Summer Time.
    expect(nextJobText({ startAt: '2027-06-01T15:30:00.000Z', spareMinutes })).toBe(`Your next job at 16:30 ${text}`),
  )

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
    expect(keysLinkText(made, 'customer')).toBe(
      'Made by you on Fri 20 November, 09:00. Not tapped yet. It works to the end of Sat 28 November.',
    )
    expect(keysLinkText(made, 'mover')).toMatch(/^Made by the customer on /)
    expect(keysLinkText({ ...made, madeBy: null }, 'mover')).toMatch(/^Made on /)
  })

  it('a link says when it was tapped, or withdrawn', () => {
    expect(keysLinkText(released, 'customer')).toContain('Confirmed on Tue 28 July, 13:42')
    expect(keysLinkText(withdrawn, 'customer')).toContain('Withdrawn on Sat 21 November, 10:30.')
  })

  const startAt = '2027-07-05T08:00:00.000Z'

  it.each([
    [{ startAt, time: '10:00' }, '2027-07-05T09:00:00.000Z'],
    [{ startAt, day: '2027-12-06' }, '2027-12-06T09:00:00.000Z'],
    [{ startAt, day: '2027-12-06', time: '10:00' }, '2027-12-06T10:00:00.000Z'],
    [{ startAt }, undefined],
    [{ startAt, day: '2027-02-30' }, undefined],
    [{ time: '10:00' }, undefined],
    [{ startAt: 'soon', time: '10:00' }, undefined],
    [{ startAt, kind: 'item', time: '10:00' }, undefined],
  ])('%j asks for the start %s: what is left blank stays as it is', (fields, expected) => {
    expect(proposalIn(formOf({ kind: 'time', ...fields })).newStartAt).toBe(expected)
  })
})
