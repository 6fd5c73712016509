import { expect, test } from 'vitest'
import { introOf, foundIn } from './faq-page.tsx'

test.each([
  ['<p>One.</p>\n<h2 id="a">Two</h2><p>Three.</p>', '<p>One.</p>\n'],
  ['<h2>Two</h2>', ''],
  ['<p>One.</p><h20>no</h20>', '<p>One.</p><h20>no</h20>'],
  ['', ''],
])('of %j it is %j', (body, intro) => {
  expect(introOf(body)).toBe(intro)
})

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
  // Names of HTML elements are not searched.
  ['em', []],
  ['piano', []],
])('%j finds %j', (sought, found) => {
  expect(foundIn(sections, sought).map(({ id }) => id)).toEqual(found)
})
