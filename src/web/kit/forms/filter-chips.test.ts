import { expect, it } from 'vitest'
import { turned } from './filter-chips.tsx'

it.each([
  ['', '?day=today', false],
  ['?unit=7&page=3', '?unit=7&day=today', false],
  ['?day=today&unit=7&after=x', '?unit=7', true],
  ['?day=later', '?day=today', false],
])('from "%s" day=today leads to "%s"', (search, to, isOn) => {
  expect(turned(search, 'day', 'today')).toEqual({ search: to, isOn })
})
