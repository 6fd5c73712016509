import type { getPlace } from '#modules/geo/contract.ts'
import type { LatLng } from '#shared/distance.ts'
import { normalisePostcode } from '#shared/uk-postcode.ts'
import { readAnswer } from '#web/kit/session/read-answer.ts'

/** Where a postcode is; null if unknown or unanswered. */
export async function findPlace(text: string): Promise<LatLng | null> {
  const postcode = normalisePostcode(text)
  if (postcode === null) return null
  try {
    const answer = await fetch(`/api/postcodes/${encodeURIComponent(postcode)}/`)
    if (!answer.ok) return null
    const { location } = await readAnswer<typeof getPlace>(answer)
    return location
  } catch {
    return null
  }
}
