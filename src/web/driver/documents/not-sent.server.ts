import { documentRefusals } from '#modules/fleet/documents/contract.ts'
import { commonRefusals } from '#shared/endpoint.ts'
import { ownValue } from '#shared/records.ts'

const known = [...documentRefusals, ...Object.values(commonRefusals)]

/** Correction to make, by field. */
const fields: Record<string, string> = {
  expires_on: 'Enter a day after today, as shown on the document, and at most eleven years ahead.',
  files: 'A licence needs its front and its back, and a document has at most 20 pages.',
}

/** Why files sent without script were refused, from the codes in the address (app/file-forms.ts); null if they were not. */
export function notSentText(query: URLSearchParams): string | null {
  const code = query.get('not_sent')
  if (code === null) return null
  const field = query.get('field') ?? ''
  const ofField = code === commonRefusals.invalid.code ? ownValue(fields, field) : undefined
  if (ofField) return ofField
  return known.find((refusal) => refusal.code === code)?.detail ?? commonRefusals.unavailable.detail
}
