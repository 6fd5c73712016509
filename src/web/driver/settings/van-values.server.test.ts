import { expect, test } from 'vitest'
import { saveVan } from '#modules/fleet/vans/contract.ts'
import { toWire } from '#shared/wire.ts'
import { vanOf } from './van-values.server.ts'

function formOf(fields: Record<string, string>): FormData {
  const form = new FormData()
  const van = { registration: 'SK21 ZZZ', make: 'Ford', model: 'Transit', category: 'large_van', fuel: 'diesel' }
  for (const [name, value] of Object.entries({ ...van, euro_class: '6', ...fields })) form.set(name, value)
  return form
}

/** What is wrong with a form, by field, after its way over the wire. */
function flawsOf(fields: Record<string, string>) {
  const sent: unknown = JSON.parse(JSON.stringify(toWire(vanOf(formOf(fields)))))
  const read = saveVan.body.safeParse(sent)
  return read.success ? {} : Object.fromEntries(read.error.issues.map(({ path, message }) => [path.join('.'), message]))
}

test('a number of a van may be left out, and is refused where it is none', () => {
  expect(flawsOf({ year: '2021', gross_weight_kg: ' 3500 ' })).toEqual({})
  expect(flawsOf({ year: '', gross_weight_kg: '' })).toEqual({})
  expect(flawsOf({ gross_weight_kg: '3,500', kerb_weight_kg: '2350', payload_kg: '1,150' })).toEqual({})
  expect(flawsOf({ year: '20x1', gross_weight_kg: '3,5t' })).toEqual({
    year: 'Enter the year of registration.',
    gross_weight_kg: 'Enter whole kilograms from 1,000 to 7,500, such as 3500.',
  })
})
