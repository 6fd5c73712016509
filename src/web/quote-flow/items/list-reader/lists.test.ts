// Lists as people type, paste or say them, with what they mean: `lists.json`. "A / B" takes either; "own: x" is their own thing; "not x" is left out.
import { expect, it } from 'vitest'
import { ITEMS } from '#modules/items/data.ts'
import lists from './lists.json' with { type: 'json' }
import { readList, type ListedItem } from './reader.ts'

type Listed = ListedItem<(typeof ITEMS)[number]>

const plain = (text: string) =>
  text
    .toLowerCase()
    .replaceAll(/[^a-z0-9 ]/g, '')
    .replaceAll(/s(?= |$)/g, '')

/** Without its amount: the name of the first choice, or their own words. */
function isMeant(expected: string, { choices, isLeftOut, text }: Listed): boolean {
  const what = expected.replace(/^(?:not|\d+) /, '')
  if (expected.startsWith('not ') !== isLeftOut) return false
  const [first] = choices
  if (what.startsWith('own: ')) return !first && plain(text).includes(plain(what.slice('own: '.length)))
  return what.split(' / ').includes(first?.name ?? '')
}

const amountOf = (expected: string): number | undefined =>
  expected.startsWith('not ') ? undefined : Number(expected.split(' ')[0])

/** Compares the result with what was expected: correct items, wrong amounts, missing items and invented ones. */
function compare({ text, expected }: (typeof lists)[number]) {
  const left = readList(ITEMS, text)
  const result = { text, items: expected.length, amounts: 0, missing: [] as string[], wrong: [] as string[] }
  for (const one of expected) {
    const amount = amountOf(one)
    if (amount !== undefined) result.amounts += 1
    const exact = left.findIndex((listed) => isMeant(one, listed) && (amount ?? listed.amount) === listed.amount)
    const at = exact < 0 ? left.findIndex((listed) => isMeant(one, listed)) : exact
    const [found] = at < 0 ? [] : left.splice(at, 1)
    if (!found) result.missing.push(one)
    if (amount !== undefined && found?.amount !== amount) result.wrong.push(one)
  }
  const invented = left.filter(({ isLeftOut }) => !isLeftOut).map(({ amount, text: written }) => `${amount} ${written}`)
  return { ...result, invented }
}

const compared = lists.map(compare)
const sum = (of: (one: (typeof compared)[number]) => number) => compared.reduce((all, one) => all + of(one), 0)

it('has more than three hundred lists, of every manner', () => {
  expect(lists.length).toBeGreaterThan(300)
  expect(new Set(lists.map(({ manner }) => manner)).size).toBeGreaterThan(8)
})

it('reads 97 of a hundred things and 99 of a hundred amounts as they were meant', () => {
  const faults = compared.filter(({ missing, wrong }) => missing.length + wrong.length > 0)
  const [items, amounts] = [sum((one) => one.items), sum((one) => one.amounts)]
  const report = JSON.stringify(faults, null, 1)
  expect(1 - sum(({ missing }) => missing.length) / items, report).toBeGreaterThan(0.97)
  expect(1 - sum(({ wrong }) => wrong.length) / amounts, report).toBeGreaterThan(0.99)
})

it('invents nothing', () => {
  expect(compared.filter(({ invented }) => invented.length > 0)).toEqual([])
})
