import { expect, test } from 'vitest'
import { possessive, unitCalled, unitPath } from './rules.ts'

test.each([
  ['/calendar', '/calendar?unit=7'],
  ['/calendar?day=2026-11-23', '/calendar?day=2026-11-23&unit=7'],
  ['/working-unit#jobs', '/working-unit?unit=7#jobs'],
  ['/calendar?unit=8&day=2026-11-23', '/calendar?unit=8&day=2026-11-23'],
  ['?page=2', '?page=2&unit=7'],
])('%s names its unit as %s', (path, named) => expect(unitPath(path, '7')).toBe(named))

test('a unit is called by its name and plate, once it has one', () => {
  expect(unitCalled({ name: 'Dawn P.', registration: 'KX70 RMV' })).toBe('Dawn P. (KX70 RMV)')
  expect(unitCalled({ name: 'Dawn P.', registration: null })).toBe('Dawn P.')
})

test.each([
  ['Mick', 'Mick’s'],
  ['Mick (KX70 RMV)', 'Mick’s (KX70 RMV)'],
])('%s has %s papers', (called, owned) => expect(possessive(called)).toBe(owned))
