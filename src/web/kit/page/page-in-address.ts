import type { CallResult } from '#shared/call.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { MOST_COUNTED } from '#shared/page.ts'

const PAGE_SIZE = 20
/** A growing list is paged by cursor beyond this. */
const LAST_PAGE = MOST_COUNTED / PAGE_SIZE

/** The page of a list that an address asks for; the first if it says nothing, or nonsense. */
export function pageIn(address: string): number {
  const page = Number(new URL(address).searchParams.get('page') ?? 1)
  return Number.isInteger(page) && page >= 1 && page <= LAST_PAGE ? page : 1
}

/** Whether an address contains a cursor instead of a page number. */
export const cursorIn = (address: string): string | null => new URL(address).searchParams.get('after')

export type ListPlace = { page: number } | { after: string }

/** Reads a page of a growing list. An invalid cursor starts again at the first page. */
export async function readPage<E extends Endpoint>(
  address: string,
  read: (place: ListPlace) => Promise<CallResult<E>>,
): Promise<CallResult<E>> {
  const after = cursorIn(address)
  if (!after) return read({ page: pageIn(address) })
  const answer = await read({ after })
  return answer.status === 422 ? read({ page: 1 }) : answer
}
