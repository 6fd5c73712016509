import { expect, test } from 'vitest'
import { aimsOf, draftsText, leftText, reachOf, REACHES } from './run-texts.ts'

test('what is left is read as words', () => {
  expect([1, 38, 89, 90, 121].map(leftText)).toEqual([
    'about 5 s left',
    'about 40 s left',
    'about 90 s left',
    'about 2 min left',
    'about 3 min left',
  ])
})

test('how far a run goes, there and back', () => {
  expect(REACHES.map((reach) => reachOf(aimsOf(reach)))).toEqual([...REACHES])
  expect(aimsOf('anything else')).toEqual({ save: false, send: false })
})

test('drafts are counted by kind', () => {
  expect(draftsText([])).toBe('')
  expect(
    draftsText([
      { kind: 'invoice', count: 1 },
      { kind: 'statement', count: 2 },
    ]),
  ).toBe('1 invoice run and 2 statements')
})
