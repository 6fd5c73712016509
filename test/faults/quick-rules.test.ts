import { expect, it } from 'vitest'
import { passwordFlaw } from '#modules/identity/passwords/rules.ts'
import { parseEmail } from '#shared/email.ts'
import { isPartialPostcode, isPostcode, normaliseOutcode } from '#shared/uk-postcode.ts'
import { leastCpuMs } from '#test/support/cpu-time.ts'
import { stepsBetween } from '#web/admin/content/differences.ts'
import { searchItems } from '#web/quote-flow/items/item-search.ts'
import { ITEMS } from '#modules/items/data.ts'

it.each(['a', '1', 'a1', '1a', '@', '!a', 'qwerty1'])(
  'T-125: a hundred thousand of %j as a password take no time',
  (unit) => {
    const spent = leastCpuMs(() => {
      passwordFlaw(unit.repeat(100_000))
      passwordFlaw(unit.repeat(128).slice(0, 128))
    })
    expect(spent).toBeLessThan(5)
  },
)

it.each(['a', 'a.', 'a-', '@', 'a@', '.', 'a@a.', ' '])(
  'T-125: a hundred thousand of %j as an address take no time',
  (unit) => {
    const spent = leastCpuMs(() => {
      parseEmail(unit.repeat(100_000))
      parseEmail(`x@${unit.repeat(150)}`)
    })
    expect(spent).toBeLessThan(5)
  },
)

it('T-125: no text takes long as a postcode', () => {
  const spent = leastCpuMs(() => {
    for (const text of ['E'.repeat(1e5), ' '.repeat(1e5), 'E1 '.repeat(4e4), `${'1'.repeat(1e5)}A`])
      expect([isPostcode(text), isPartialPostcode(text), normaliseOutcode(text)]).toEqual([false, false, null])
  })
  expect(spent).toBeLessThan(50)
})

it('compares the longest texts that a page may have in a moment', () => {
  const many = (word: string) => Array.from({ length: 20_000 }, (_, index) => `${word}${index}`)
  const [before, after] = [many('a'), many('b')]
  expect(leastCpuMs(() => void stepsBetween(before, after))).toBeLessThan(2000)
})

it('searches the items quickly enough for every key', () => {
  searchItems(ITEMS, 'warm up')
  const once = () => leastCpuMs(() => void searchItems(ITEMS, 'grandmothrs wardorbe mattrss bycicle'))
  expect(Math.min(...Array.from({ length: 7 }, once))).toBeLessThan(8)
})
