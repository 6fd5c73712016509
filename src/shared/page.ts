import { z } from 'zod'

/** `?page=` and `?page_size=` of every list: 20 a page, at most 100. */
export const pageQuery = {
  page: z.coerce.number().int().min(1).max(1_000_000).default(1),
  page_size: z.coerce.number().int().min(1).max(100).default(20),
}

/** `{count, next, previous, results}`; `next` and `previous` are paths with their query, or null. */
export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({ count: z.int(), next: z.string().nullable(), previous: z.string().nullable(), results: z.array(item) })

export interface PageRequest {
  page: number
  pageSize: number
}

type Query = Readonly<Record<string, string | number | boolean | null | undefined>>

/** The links of a page: the same path and query with another page number. */
export function pageLinks(path: string, query: Query, page: PageRequest, count: number) {
  const link = (number: number) => {
    const search = new URLSearchParams()
    for (const [key, value] of Object.entries(query)) {
      if (value !== undefined && value !== null) search.set(key, String(value))
    }
    search.set('page', String(number))
    search.set('page_size', String(page.pageSize))
    return `${path}?${search.toString()}`
  }
  return {
    next: page.page * page.pageSize < count ? link(page.page + 1) : null,
    previous: page.page > 1 ? link(page.page - 1) : null,
  }
}
