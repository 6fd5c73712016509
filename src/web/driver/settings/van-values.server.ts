import type { saveVan } from '#modules/fleet/vans/contract.ts'
import type { CallInput } from '#shared/endpoint.ts'
import { asTyped, textIn, wholeNumberOf } from '#web/kit/forms/form-text.ts'

type VanBody = CallInput<typeof saveVan>['body']

/** The van as the form sends it; the endpoint's schema validates it. */
export function vanOf(form: FormData): VanBody {
  return {
    registration: textIn(form, 'registration'),
    make: textIn(form, 'make'),
    model: textIn(form, 'model'),
    category: asTyped<VanBody['category']>(textIn(form, 'category')),
    hasTailLift: form.has('has_tail_lift'),
    fuel: asTyped<VanBody['fuel']>(textIn(form, 'fuel')),
    euroClass: textIn(form, 'fuel') === 'electric' ? null : numberIn(form, 'euro_class'),
    year: numberIn(form, 'year'),
    grossWeightKg: numberIn(form, 'gross_weight_kg'),
    kerbWeightKg: numberIn(form, 'kerb_weight_kg'),
    payloadKg: numberIn(form, 'payload_kg'),
  }
}

/** Anything that is not a number is sent as typed: NaN would arrive as null and be saved. */
function numberIn(form: FormData, name: string): number | null {
  const text = textIn(form, name).trim()
  if (text === '') return null
  return wholeNumberOf(text) ?? asTyped<number>(text)
}
