import { data, redirect } from 'react-router'
import type { CallResult } from '#shared/call.ts'
import type { AnswerOf, Endpoint } from '#shared/endpoint.ts'

/** The content of a page. What was never there is a 404, what was withdrawn a 410; a malformed name matches nothing. */
export function contentOf<E extends Endpoint>(answer: CallResult<E>): AnswerOf<E> {
  if (answer.ok) return answer.data
  throw data(null, { status: answer.status === 422 ? 404 : answer.status })
}

/** What a page can do without: null if it cannot be had. */
export const contentIfAny = <E extends Endpoint>(answer: CallResult<E>): AnswerOf<E> | null =>
  answer.ok ? answer.data : null

/** One address for each page: an id, or a slug that it had before, leads to the one it has. */
export function redirectToSlug<Page extends { slug: string }>(
  page: Page,
  requestedSlug: string,
  folder: string,
  search = '',
): Page {
  if (page.slug !== requestedSlug) throw redirect(`${folder}/${page.slug}${search}`, 301)
  return page
}
