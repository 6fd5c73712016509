import { z } from 'zod'

/** `?page=` and `?page_size=` of every list: 20 per page, at most 100. */
export const pageQuery = {
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  page_size: z.coerce.number().int().min(1).max(100).default(20),
}

/** `{count, next, previous, results}`; `next` and `previous` are paths with their query, or null. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ count: z.int(), next: z.string().nullable(), previous: z.string().nullable(), results: z.array(item) })

/** Beyond this a growing list is neither counted nor paged by number. */
export const MOST_COUNTED = 10_000

/** For a growing list. `?after=` with the previous page's `next_cursor` continues after its last row; `page` is ignored. */
export const keyPageQuery = { ...pageQuery, after: z.string().min(1).max(1000).optional() }

/**
 * For a growing list: besides page numbers a cursor, which neither loses nor repeats rows when others are added, and costs the same
 * on every page. `count` stops at 10,000; `count_is_minimum` says that there are more.
 */
export const keyPageOf = <Item extends z.ZodType>(item: Item) =>
  pageOf(item).extend({ count_is_minimum: z.boolean(), next_cursor: z.string().nullable() })

export interface PageRequest {
  page: number
  pageSize: number
}

export interface KeyPageRequest extends PageRequest {
  after?: string | undefined
}

type Query = Readonly<Record<string, string | number | boolean | null | undefined>>

/** The links of a page: the same path and query with other page numbers. */
export function pageLinks(path: string, query: Query, page: PageRequest, count: number) {
  const link = (number: number) => pageLink(path, { ...query, page: number, page_size: page.pageSize })
  return {
    next: page.page * page.pageSize < count ? link(page.page + 1) : null,
    previous: page.page > 1 ? link(page.page - 1) : null,
  }
}

export function pageLink(path: string, query: Query): string {
  const search = new URLSearchParams()
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) search.set(key, String(value))
  }
  return `${path}?${search.toString()}`
}
