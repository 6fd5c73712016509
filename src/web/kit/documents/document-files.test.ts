import { expect, test } from 'vitest'
import { formOf, placedErrors, viewAfter, type View, type ViewStep } from './document-files.tsx'

test('fields come before files, and empty ones not at all', () => {
  const pages = [new File(['x'], 'front.jpg'), new File(['y'], 'back.jpg')]
  const form = formOf({ fields: { kind: 'mot', expires_on: '' } }, pages)
  expect([...form].map(([name, value]) => [name, typeof value === 'string' ? value : value.name])).toEqual([
    ['kind', 'mot'],
    ['files', 'front.jpg'],
    ['files', 'back.jpg'],
  ])
})

const places = ['expires_on']
test.each([
  ['at its field', { expires_on: 'Late.' }, { expires_on: 'Late.' }],
  ['at its page', { 'files.1': 'Locked.' }, { 'files.1': 'Locked.' }],
  ['of the whole where one has no place', { expires_on: 'Late.', kind: 'Odd.' }, { pages: 'The first.' }],
  ['of the whole where none came', {}, { pages: 'The first.' }],
])('what the server says is said %s', (_, errors, expected) => {
  expect(placedErrors({ ok: false, reason: 'The first.', errors }, places)).toEqual(expected)
})

const start: View = { page: 0, zoom: 0, turn: 0 }

test.each<[ViewStep[], View]>([
  [['next'], { page: 1, zoom: 0, turn: 0 }],
  [['next', 'next', 'next'], { page: 2, zoom: 0, turn: 0 }],
  [['previous'], start],
  [['closer', 'turn', 'next'], { page: 1, zoom: 0, turn: 0 }],
  [['closer', 'turn', 'previous'], { page: 0, zoom: 1, turn: 1 }],
  [['closer', 'closer', 'closer', 'closer', 'further'], { page: 0, zoom: 2, turn: 0 }],
  [['further'], start],
  [['turn', 'turn', 'turn'], { page: 0, zoom: 0, turn: 3 }],
  [['turn', 'turn', 'turn', 'turn'], start],
])('%j of three pages', (steps, expected) => {
  expect(steps.reduce((view, step) => viewAfter(view, step, 3), start)).toEqual(expected)
})
