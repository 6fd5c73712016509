import { expect, test } from 'vitest'
import { foundIn } from './find-questions.ts'

const part = (heading: string, html: string) => ({ id: heading, heading, html })
const sections = [
  {
    id: 'price',
    heading: 'Price',
    html: '',
    parts: [part('What do stairs cost?', '<p>15 minutes a <em>flight</em>.</p>')],
  },
  { id: 'day', heading: 'The day', html: '', parts: [part('Can I pay in cash?', '<p>Where the driver takes it.</p>')] },
]

test.each([
  ['', ['price', 'day']],
  ['  ', ['price', 'day']],
  ['STAIRS', ['price']],
  ['minutes flight', ['price']],
  ['cas', ['day']],
  // Of an element's name nothing is found.
  ['em', []],
  ['piano', []],
])('%j finds %j', (sought, found) => {
  expect(foundIn(sections, sought).map(({ id }) => id)).toEqual(found)
})
