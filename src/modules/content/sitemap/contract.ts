import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { PART_NAME } from './rules.ts'

/** The public pages for search engines: the parts of the sitemap, and the addresses of each. */

const limit = { name: 'sitemap', per: 'address', count: 300, seconds: 60 } as const

export const getSitemap = endpoint({
  id: 'getSitemap',
  method: 'GET',
  path: '/sitemap/',
  summary: 'The parts of the sitemap, with when one of their pages last changed where that is known',
  access: 'public',
  answer: z.array(z.object({ part: z.string(), changed_at: z.iso.datetime().nullable() })),
  freshSeconds: 60,
  limit,
})

export const getSitemapPart = endpoint({
  id: 'getSitemapPart',
  method: 'GET',
  path: '/sitemap/{part}/',
  summary: 'The addresses of one part, such as services-1: only of pages that search engines may list',
  access: 'public',
  params: z.object({ part: z.string().regex(PART_NAME) }),
  answer: z.array(z.object({ path: z.string(), changed_at: z.iso.datetime().nullable() })),
  freshSeconds: 60,
  limit,
})
