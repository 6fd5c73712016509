import { ORDER_KEY } from '#web/kit/bookings/awaiting-booking.ts'
import * as fc from 'fast-check'
import { describe, expect, test, vi } from 'vitest'
import { corruptDrafts } from '#test/support/factories/corrupt-drafts.ts'
import { aQuote } from '#test/support/factories/quote.ts'
import { createDraftStorage, isStillValid } from './draft-storage.ts'
import { initialDraft, type StoredDraft } from './draft.ts'
import { emptyPoint, initialOrder, type Order } from './order.ts'
import { parseStoredDraft, toStoredDraft } from './stored-draft.ts'

const now = new Date('2026-11-21T10:00:00Z')

class MemoryStorage implements Storage {
  private readonly values = new Map<string, string>()
  get length() {
    return this.values.size
  }
  clear() {
    this.values.clear()
  }
  getItem(key: string) {
    return this.values.get(key) ?? null
  }
  key(index: number) {
    return [...this.values.keys()][index] ?? null
  }
  removeItem(key: string) {
    this.values.delete(key)
  }
  setItem(key: string, value: string) {
    this.values.set(key, value)
  }
}

function browser() {
  const local = new MemoryStorage()
  const session = new MemoryStorage()
  const warn = vi.fn<(message: string, ...cause: unknown[]) => void>()
  return { local, session, warn, storage: createDraftStorage({ local: () => local, session: () => session, warn }) }
}

const order: Order = {
  ...initialOrder,
  jobKind: 'furniture',
  items: [
    { id: 102, category: 1, amount: 1 },
    { id: 903, category: 9, amount: 2 },
  ],
  van: 'luton_van',
  needTailLift: true,
  helpLevel: 'two_porters',
  itemsToMoveText: 'A canoe',
  photosUploadId: 'up-1',
  sentPhotoNames: ['landing.jpg'],
  assemblingItems: [903],
  dismantlingItems: [903, 102],
  assemblingHelp: 'driver_helps',
  addedMinutes: 90,
  waitingMinutes: 150,
  note: 'Gate code 4',
  date: '2026-11-28',
  time: '09:00',
  routePoints: [
    {
      ...emptyPoint,
      postcode: 'E17 4QH',
      address: {
        formattedAddress: '48 Hoe Street',
        city: 'London',
        postcode: 'E17 4QH',
        placeId: null,
        location: { lat: 51.58, lng: -0.02 },
      },
      stairs: 2,
      contactName: 'Priya',
      contactNumber: '+447700900123',
    },
    { ...emptyPoint, postcode: 'BN1 4QL', stairs: 9, deliveryContactSameAsPickUp: false },
  ],
  customerEmail: 'priya@example.co.uk',
  selectedQuote: aQuote,
}
const draft: StoredDraft = { order, isEditing: false, original: null, attempt: null }
const storedAs = (change: object): string =>
  JSON.stringify({ timestamp: now.getTime(), order: { ...order, itemsToMovePhotos: undefined, ...change } })

const parsed = (change: object) => parseStoredDraft(storedAs(change))?.order

const forbidden = () => {
  throw new DOMException('The operation is insecure.', 'SecurityError')
}

const full = () => {
  const storage = new MemoryStorage()
  storage.setItem = () => {
    throw new DOMException('Full', 'QuotaExceededError')
  }
  return storage
}

describe('an order', () => {
  test('comes back as it was, under "booking" with a timestamp', () => {
    const { local, storage, warn } = browser()
    storage.save(draft, now)
    expect(JSON.parse(local.getItem(ORDER_KEY) ?? '')).toMatchObject({ timestamp: now.getTime() })
    expect(ORDER_KEY).toBe('booking')
    expect(storage.load(now)).toEqual(draft)
    expect(warn).not.toHaveBeenCalled()
  })

  test('is stored without photos', () => {
    const { local, storage } = browser()
    const photos = [{ name: 'landing.jpg', size: 9, url: 'blob:secret' }]
    storage.save(
      {
        order: { ...order, itemsToMovePhotos: photos },
        isEditing: true,
        original: { ...order, itemsToMovePhotos: photos },
        attempt: null,
      },
      now,
    )
    expect(local.getItem(ORDER_KEY)).not.toContain('blob:secret')
    expect(storage.load(now)?.order).toMatchObject({ itemsToMovePhotos: [], photosUploadId: 'up-1' })
  })

  test('comes back in the middle of an edit, which can still be cancelled', () => {
    const { storage } = browser()
    const editing = { order: { ...order, note: 'changed' }, isEditing: true, original: order, attempt: null }
    storage.save(editing, now)
    expect(storage.load(now)).toEqual(editing)
  })

  test('without anything in it is not kept, and clearing forgets it', () => {
    const { local, storage } = browser()
    storage.save(draft, now)
    storage.save(initialDraft, now)
    expect(local.getItem(ORDER_KEY)).toBeNull()
    storage.save(draft, now)
    storage.clear()
    expect(storage.load(now)).toBeUndefined()
  })
})

describe('the expiry', () => {
  test.each([
    ['2026-11-28', '2026-11-21T10:00:00Z', true],
    ['2026-11-21', '2026-11-21T23:59:00Z', true],
    ['2026-11-20', '2026-11-21T00:00:00Z', true],
    ['2026-11-20', '2026-11-21T00:00:01Z', false],
    ['2026-07-01', '2026-07-01T22:59:59Z', true],
    ['2026-07-01', '2026-07-01T23:00:01Z', false],
    [null, '2026-11-21T10:00:00Z', false],
  ])('an order for %s still holds at %s: %s', (date, at, holds) => {
    expect(isStillValid({ date }, new Date(at))).toBe(holds)
  })

  test('an order past it is cleared, without a warning', () => {
    const { local, storage, warn } = browser()
    storage.save(draft, now)
    expect(storage.load(new Date('2026-11-30T00:00:00Z'))).toBeUndefined()
    expect(local.getItem(ORDER_KEY)).toBeNull()
    expect(warn).not.toHaveBeenCalled()
  })
})

describe('an order without a date', () => {
  const undated = { ...draft, order: { ...order, date: null } }

  test('is not restored from local storage', () => {
    const { local, session, storage } = browser()
    storage.save(undated, now)
    session.clear()
    expect(storage.load(now)).toBeUndefined()
    expect(local.getItem(ORDER_KEY)).toBeNull()
  })

  test('lives as long as its tab', () => {
    const { storage } = browser()
    storage.save(undated, now)
    expect(storage.load(now)).toEqual(undated)
  })

  test('leaves the tab once it has one', () => {
    const { session, storage } = browser()
    storage.save(undated, now)
    storage.save(draft, now)
    expect(session.getItem(ORDER_KEY)).toBeNull()
  })
})

describe('T-118: whatever stands in local storage', () => {
  const corrupt = corruptDrafts(order)

  test('there are at least 40 ways of it being wrong', () => {
    expect(corrupt.length).toBeGreaterThanOrEqual(40)
  })

  test.each(corrupt)('%s is warned about and discarded', (_, stored) => {
    const { local, storage, warn } = browser()
    local.setItem(ORDER_KEY, stored)
    expect(storage.load(now)).toBeUndefined()
    expect(local.getItem(ORDER_KEY)).toBeNull()
    expect(warn).toHaveBeenCalledOnce()
  })

  test('any JSON at all gives an order that keeps the rules, or nothing', () => {
    fc.assert(
      fc.property(fc.json(), fc.dictionary(fc.constantFrom(...Object.keys(order)), fc.jsonValue()), (json, change) => {
        expect(() => parseStoredDraft(json)).not.toThrow()
        const parsed = parseStoredDraft(storedAs(change))?.order ?? initialOrder
        expect(Object.keys(parsed).sort()).toEqual(Object.keys(initialOrder).sort())
        expect(parsed.routePoints.length).toBeGreaterThanOrEqual(2)
      }),
    )
  })
})

describe('a stored order of another version', () => {
  test('has defaults for what it did not know, and drops what is no longer known', () => {
    const stored = JSON.stringify({ timestamp: 1, order: { date: '2026-11-28', colour: 'red' }, theme: 'dark' })
    expect(parseStoredDraft(stored)).toEqual({
      order: { ...initialOrder, date: '2026-11-28' },
      isEditing: false,
      original: null,
      attempt: null,
    })
  })

  test('loses a price that can no longer be read, and nothing else', () => {
    for (const selectedQuote of [7, {}, { ...aQuote, totalPence: '1' }, { ...aQuote, lines: null }, undefined]) {
      expect(parsed({ selectedQuote })).toEqual({ ...order, selectedQuote: null })
    }
  })

  test('loses things that the catalogue no longer has, and doubles', () => {
    const items = [
      { id: 102, category: 5, amount: 1 },
      { id: 999_999, category: 1, amount: 1 },
      { id: 102, category: 1, amount: 3 },
    ]
    expect(parsed({ items })).toMatchObject({
      items: [{ id: 102, category: 1, amount: 3 }],
      assemblingItems: [],
      dismantlingItems: [102],
    })
  })

  test('is held to the rules of vans and crews', () => {
    expect(parsed({ van: 'small_van' })).toMatchObject({ needTailLift: false, helpLevel: 'one_porter' })
    expect(parsed({ van: null })).toMatchObject({ needTailLift: false, helpLevel: 'two_porters' })
  })

  test('of before keeps its help level', () => {
    const { helpLevel, ...older } = order
    const text = JSON.stringify({ timestamp: 1, order: { ...older, manPower: helpLevel } })
    expect(parseStoredDraft(text)?.order.helpLevel).toBe('two_porters')
  })

  test('has texts cut to what fits', () => {
    expect(parsed({ note: 'x'.repeat(5000) })?.note).toHaveLength(4000)
  })

  test('takes nothing from a polluted prototype', () => {
    const stored = `{"timestamp":1,"order":{"date":"2026-11-28","__proto__":{"van":"luton_van"}}}`
    expect(parseStoredDraft(stored)?.order.van).toBeNull()
    expect(Object.hasOwn(Object.prototype, 'van')).toBe(false)
  })

  test('written and read twice is the same', () => {
    const written = toStoredDraft(draft, now)
    const read = parseStoredDraft(written)
    expect(read && toStoredDraft(read, now)).toBe(written)
  })
})

describe('a storage that fails', () => {
  test('is logged and done without', () => {
    const warn = vi.fn<(message: string, ...cause: unknown[]) => void>()
    const storage = createDraftStorage({ local: forbidden, session: forbidden, warn })
    expect(storage.load(now)).toBeUndefined()
    expect(warn).toHaveBeenCalledTimes(2)
    storage.save(draft, now)
    storage.clear()
    expect(warn).toHaveBeenCalledTimes(6)
    expect(warn.mock.calls.every(([message, cause]) => message.includes('booking') && cause instanceof Error)).toBe(
      true,
    )
  })

  test('is logged when it is full', () => {
    const warn = vi.fn<(message: string, ...cause: unknown[]) => void>()
    const storage = createDraftStorage({ local: full, session: full, warn })
    storage.save(draft, now)
    expect(warn).toHaveBeenCalledExactlyOnceWith('The booking couldn’t be stored.', expect.any(DOMException))
  })
})
