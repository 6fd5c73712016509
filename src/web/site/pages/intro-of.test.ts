import { expect, test } from 'vitest'
import { introOf } from './intro-of.ts'

test.each([
  ['<p>One.</p>\n<h2 id="a">Two</h2><p>Three.</p>', '<p>One.</p>\n'],
  ['<h2>Two</h2>', ''],
  ['<p>One.</p><h20>no</h20>', '<p>One.</p><h20>no</h20>'],
  ['', ''],
])('of %j it is %j', (body, intro) => {
  expect(introOf(body)).toBe(intro)
})
