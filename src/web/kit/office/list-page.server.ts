import { redirect } from 'react-router'
import type { AnswerOf, Endpoint } from '#shared/endpoint.ts'
import { cursorIn, pageIn, readPage } from '#web/kit/page/page-in-address.ts'
import { dataOf } from '#web/kit/session/gate.server.ts'
import { filterAddress, readFilters, shownIn, type ShowFilter } from './office-pages.ts'

/** Which part of a list an address asks for. */
export interface ShownPart<Shown extends string> {
  show: Shown
  values: { show: string }
  /** Query that the links to other pages keep. */
  keeps: string
  page: number
  isBehind: boolean
}

export function shownPart<Shown extends string>(filters: ShowFilter<Shown>, address: string): ShownPart<Shown> {
  const values = readFilters(filters, address)
  return {
    show: shownIn(filters, values),
    values,
    keeps: filterAddress(filters, values),
    page: pageIn(address),
    isBehind: cursorIn(address) !== null,
  }
}

/** A list that has become shorter is shown from its beginning. */
export function leaveEmptyPage(address: string, { results }: { results: readonly unknown[] }): void {
  if (pageIn(address) > 1 && results.length === 0) throw redirect(new URL(address).pathname)
}

/** The page of a list that an address asks for. */
export async function readOfficeList<E extends Endpoint>(
  address: string,
  read: Parameters<typeof readPage<E>>[1],
): Promise<AnswerOf<E>> {
  const list = dataOf<E>(await readPage(address, read))
  leaveEmptyPage(address, list as { results: readonly unknown[] })
  return list
}
