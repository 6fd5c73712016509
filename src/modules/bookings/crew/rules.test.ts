import { describe, expect, it } from 'vitest'
import { namesText, usualCrew, reasonUnavailable, type Candidate } from './rules.ts'

const person = (id: string, more: Partial<Candidate> = {}): Candidate => ({
  id,
  isChecked: true,
  isBusy: false,
  isOfUnit: true,
  ...more,
})

describe('the usual crew', () => {
  const all = [
    person('unchecked', { isChecked: false }),
    person('a'),
    person('busy', { isBusy: true }),
    person('b'),
    person('other van', { isOfUnit: false }),
  ]
  it.each([
    ['no_help', ['a']],
    ['driver_helps', ['a']],
    ['one_porter', ['a', 'b']],
    ['two_porters', undefined],
  ] as const)('for %s is %j', (help, ids) => expect(usualCrew(all, help)?.map(({ id }) => id)).toEqual(ids))
})

it.each([
  [{}, null],
  [{ isBusy: true }, 'busy'],
  [{ isChecked: false }, 'check'],
  [{ isChecked: false, isBusy: true }, 'check'],
  [{ isOfUnit: false }, null],
])('%j cannot come because of %j', (more, why) => expect(reasonUnavailable(person('a', more))).toBe(why))

it.each([
  [['Sam'], 'Sam'],
  [['Sam', 'Ali'], 'Sam and Ali'],
  [['Sam', 'Ali', 'Jo'], 'Sam, Ali and Jo'],
])('%j is %j', (names, text) => expect(namesText(names)).toBe(text))
