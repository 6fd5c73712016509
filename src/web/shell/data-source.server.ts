import { getPostcodeSource } from '#modules/geo/contract.ts'
import { sourceText } from '#modules/geo/postcode-import/rules.ts'
import type { Call } from '#shared/call.ts'

/** What the licence of the imported places asks every page to show; null where none were imported. No page fails for it. */
export async function readDataSource(call: Call): Promise<string | null> {
  const answer = await call(getPostcodeSource)
  if (!answer.ok || answer.data.attribution === null) return null
  return sourceText({ ...answer.data, attribution: answer.data.attribution })
}
