import type { Kind } from '#modules/content/rules.ts'
import type { getContentPage, getContentVersion, listContentPages } from '#modules/content/office/contract.ts'
import { numberText } from '#shared/texts.ts'
import type { AnswerOf } from '#shared/endpoint.ts'

export type PageInList = AnswerOf<typeof listContentPages>['results'][number]
export type ContentPage = AnswerOf<typeof getContentPage>
export type VersionInList = ContentPage['versions'][number]
export type VersionText = AnswerOf<typeof getContentVersion>

export const KIND_NAMES: Readonly<Record<Kind, string>> = {
  article: 'Blog article',
  service: 'Service',
  location: 'Location',
  root: 'Root page',
}

/** What the office can add; the site's own pages are there from the beginning. */
export const NEW_KINDS = ['article', 'service', 'location'] as const satisfies readonly Kind[]

export type Place = ContentPage['places'][number]

/** Pages that this one may be put below: those of its kind that have no parent. */
export const parentsFor = ({ id, places }: Pick<ContentPage, 'id' | 'places'>): Place[] =>
  places.filter((place) => place.parentId === null && place.id !== id)

/** The pages among which this one stands below that parent; "" is none. */
export const siblingsBelow = ({ id, places }: Pick<ContentPage, 'id' | 'places'>, parentId: string): Place[] =>
  places.filter((place) => (place.parentId ?? '') === parentId && place.id !== id)

/** "/blog/", before the slug of an address. */
export const folderOf = ({ path, slug }: Pick<PageInList, 'path' | 'slug'>): string =>
  path.endsWith(slug) ? path.slice(0, -slug.length) : path

export const editAddress = (id: string): string => `/admin/content/${id}`
export const compareAddress = (id: string, number: number): string => `${editAddress(id)}/versions/${number}`

/** "this draft", "A. Okafor, 412 words": what a line of the history says besides when. */
export function versionSummary({ createdBy, words: wordCount, restoredFrom, state }: VersionInList): string {
  const parts = [
    createdBy ?? 'from a file',
    restoredFrom === null ? `${numberText(wordCount)} words` : `the text of version ${restoredFrom}`,
    { draft: 'draft', scheduled: 'scheduled', public: 'on the site', past: null }[state],
  ]
  return parts.filter(Boolean).join(', ')
}
