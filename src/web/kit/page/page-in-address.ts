import type { CallResult } from '#shared/call.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { MOST_COUNTED } from '#shared/page.ts'

const PAGE_SIZE = 20
/** Further on a list that grows is paged by cursor. */
const LAST_PAGE = MOST_COUNTED / PAGE_SIZE

/** Which page of a list an address asks for: the first where it says nothing, or nonsense. */
export function pageIn(address: string): number {
  const asked = Number(new URL(address).searchParams.get('page') ?? 1)
  return Number.isInteger(asked) && asked >= 1 && asked <= LAST_PAGE ? asked : 1
}

/** Whether an address asks for what comes behind a cursor, which is no page with a number. */
export const cursorIn = (address: string): string | null => new URL(address).searchParams.get('after')

export type ListPlace = { page: number } | { after: string }

/** Reads the page of a list that grows. A cursor that opens nothing any more begins again. */
export async function readPage<E extends Endpoint>(
  address: string,
  read: (place: ListPlace) => Promise<CallResult<E>>,
): Promise<CallResult<E>> {
  const after = cursorIn(address)
  if (!after) return read({ page: pageIn(address) })
  const answer = await read({ after })
  return answer.status === 422 ? read({ page: 1 }) : answer
}
