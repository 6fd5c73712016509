import { expect, test } from 'vitest'
import { viewAfter, type View, type ViewStep } from './paper-view.ts'

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
