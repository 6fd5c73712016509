import { describe, expect, test } from 'vitest'
import { ownItemFrom, type FormValues } from './own-item.ts'

const formValues: FormValues = {
  name: 'Rowing boat',
  amount: '1',
  length: '400',
  width: '120',
  height: '60',
  weight: '80',
}

describe('an own item as typed', () => {
  test('is read', () =>
    expect(ownItemFrom(formValues)).toEqual({
      own: { name: 'Rowing boat', length: 400, width: 120, height: 60, weight: 80 },
      amount: 1,
    }))

  test('is rounded up, with a comma too, and its name is tidied', () =>
    expect(ownItemFrom({ ...formValues, name: '  Rowing \n boat ', width: '120,2', weight: ' 79.1 ' })).toEqual(
      ownItemFrom({ ...formValues, width: '121' }),
    ))

  test.each([
    ['name', ' '],
    ['amount', '0'],
    ['amount', '501'],
    ['length', ''],
    ['length', '1001'],
    ['width', 'wide'],
    ['height', '-3'],
    ['weight', '2001'],
    ['weight', 'Infinity'],
  ] as const)('asks again for %s of %j', (field, value) =>
    expect(Object.keys((ownItemFrom({ ...formValues, [field]: value }) as { errors: object }).errors)).toEqual([field]),
  )
})
