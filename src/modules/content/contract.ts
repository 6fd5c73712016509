import { z } from 'zod'
import { commonRefusals, endpoint, refusal, file } from '#shared/endpoint.ts'
import { pageOf, pageQuery } from '#shared/page.ts'
import { SHARED_KINDS } from './share-images/rules.ts'
import { PART_NAME } from './sitemap/rules.ts'

/** The public site's pages: services, locations, articles and the pages of their own (ADR 0047). */

const limit = { name: 'content', per: 'address', count: 300, seconds: 60 } as const

/** Was here, and is no longer. */
export const withdrawn = refusal('withdrawn', 410, 'This page is no longer here.')

/** An id, a slug, or one that the page had before. */
const idOrSlug = z.string().min(1).max(100)

/** What lists and menus show of a service or a location. */
const category = z.object({
  id: z.uuid(),
  name: z.string(),
  slug: z.string(),
  image_url: z.string().nullable(),
  description: z.string(),
})

/** Reason why a service cannot be booked yet, as a sentence; null if it can. */
const notYet = z.string().nullable()

const service = category.extend({ not_yet: notYet })
/** `subcategories` is absent where a service has none. */
export const serviceCategory = service.extend({ subcategories: z.array(service).optional() })

/** What is counted each night for a location; null where there is too little to count. */
export const locationFigures = z.object({
  counted_at: z.iso.datetime(),
  companies: z.int(),
  /** The cheapest hour of any of their vans. */
  from_pence_per_hour: z.int().nullable(),
  /** The middle rate of an hour, before mileage, by van and hands. */
  rates: z.array(z.object({ van_category: z.string(), man_power: z.string(), pence_per_hour: z.int() })),
  /** The whole price of moves of typical size from there: the middle of what its companies ask. */
  moves: z.array(
    z.object({
      from: z.string(),
      to: z.string(),
      size: z.string(),
      van_category: z.string(),
      man_power: z.string(),
      metres: z.int(),
      minutes: z.int(),
      median_pence: z.int(),
      cheapest_pence: z.int(),
    }),
  ),
  reply_minutes: z.int().nullable(),
  started: z.int(),
  on_time: z.int(),
  reviews: z.int(),
  rating: z.number().nullable(),
  /** Zones and tolls whose charge a van meets in the location itself. */
  road_charges: z.array(z.object({ name: z.string(), words: z.string() })),
})

const location = category.extend({
  region: z.string(),
  companies: z.int().nullable(),
  from_pence_per_hour: z.int().nullable(),
})
export const locationCategory = location.extend({ subcategories: z.array(location).optional() })

/** What every page with a body says besides. `is_indexed` is false where a search engine should not list it. */
const pageFields = {
  title: z.string(),
  search_description: z.string(),
  body_html: z.string(),
  image_alt: z.string(),
  /** 1200 × 630, drawn by us where there is no picture. */
  share_image_url: z.string(),
  changed_at: z.iso.datetime(),
  is_indexed: z.boolean(),
}

export const articleInList = z.object({
  id: z.uuid(),
  slug: z.string(),
  title: z.string(),
  excerpt: z.string(),
  image_url: z.string().nullable(),
  topic: z.string(),
  published_at: z.iso.datetime(),
  reading_minutes: z.int(),
  author: z.string(),
})

export const article = articleInList.extend({ ...pageFields, read_next: z.array(articleInList) })

/** `##` sections of the body, with their `###` parts: the questions of the FAQ. */
const section = z.object({
  id: z.string(),
  heading: z.string(),
  html: z.string(),
  parts: z.array(z.object({ id: z.string(), heading: z.string(), html: z.string() })),
})

export const rootContent = z.object({
  key: z.string(),
  ...pageFields,
  description: z.string(),
  image_url: z.string().nullable(),
  sections: z.array(section),
})

export const serviceWithBody = serviceCategory.extend({
  ...pageFields,
  parent: z.object({ name: z.string(), slug: z.string() }).nullable(),
})

export const locationWithBody = locationCategory.extend({
  ...pageFields,
  /** Outcodes with the part of the town they are. */
  districts: z.array(z.object({ outcode: z.string(), name: z.string() })),
  figures: locationFigures.nullable(),
  nearby: z.array(z.object({ name: z.string(), slug: z.string() })),
})

export const getCategories = endpoint({
  id: 'getCategories',
  method: 'GET',
  path: '/categories/',
  summary: 'The tree of services, for menus',
  access: 'public',
  answer: z.array(serviceCategory),
  freshSeconds: 60,
  limit,
})

export const getServicesPage = endpoint({
  id: 'getServicesPage',
  method: 'GET',
  path: '/services-page/',
  summary: 'What the page of all services says, with the services',
  access: 'public',
  answer: z.object({ page: rootContent, results: z.array(serviceCategory) }),
  freshSeconds: 60,
  limit,
})

export const getLocationsPage = endpoint({
  id: 'getLocationsPage',
  method: 'GET',
  path: '/locations-page/',
  summary: 'What the page of all locations says, with the locations',
  access: 'public',
  answer: z.object({ page: rootContent, results: z.array(locationCategory) }),
  freshSeconds: 60,
  limit,
})

export const getLocation = endpoint({
  id: 'getLocation',
  method: 'GET',
  path: '/location/{slug}/',
  summary: 'A location with its text and what is counted there; `slug` of the answer is the one to use',
  access: 'public',
  params: z.object({ slug: idOrSlug }),
  answer: locationWithBody,
  refusals: [withdrawn],
  freshSeconds: 60,
  limit,
})

export const getServiceCategory = endpoint({
  id: 'getServiceCategory',
  method: 'GET',
  path: '/service-category/{id}/',
  summary: 'A service with its text, by id or slug',
  access: 'public',
  params: z.object({ id: idOrSlug }),
  answer: serviceWithBody,
  refusals: [withdrawn],
  freshSeconds: 60,
  limit,
})

export const listArticles = endpoint({
  id: 'listArticles',
  method: 'GET',
  path: '/blog-articles/',
  summary: 'Published articles, the newest first',
  access: 'public',
  query: z.object({ ...pageQuery, topic: z.string().min(1).max(40).optional() }),
  answer: pageOf(articleInList).extend({ topics: z.array(z.object({ name: z.string(), count: z.int() })) }),
  freshSeconds: 60,
  limit,
})

export const getArticle = endpoint({
  id: 'getArticle',
  method: 'GET',
  path: '/blog-article/{id}/',
  summary: 'An article, by id or slug; `slug` of the answer is the one to use',
  access: 'public',
  params: z.object({ id: idOrSlug }),
  answer: article,
  refusals: [withdrawn],
  freshSeconds: 60,
  limit,
})

export const listArticleSlugs = endpoint({
  id: 'listArticleSlugs',
  method: 'GET',
  path: '/blog-articles/slugs/',
  summary: 'The slugs of all published articles',
  access: 'public',
  answer: z.array(z.string()),
  freshSeconds: 60,
  limit,
})

export const listHighlightedArticles = endpoint({
  id: 'listHighlightedArticles',
  method: 'GET',
  path: '/blog-articles/highlighted/',
  summary: 'At most three articles that the office puts first',
  access: 'public',
  answer: z.array(articleInList).max(3),
  freshSeconds: 60,
  limit,
})

export const getRootContent = endpoint({
  id: 'getRootContent',
  method: 'GET',
  path: '/root-content/{key}/',
  summary: 'What a page of its own says: home, faq, about-us, work-with-us, our-services, our-locations, blog',
  access: 'public',
  params: z.object({ key: z.string().min(1).max(60) }),
  answer: rootContent,
  refusals: [withdrawn],
  freshSeconds: 60,
  limit,
})

/** A draft as its page will show it. The token holds for an hour. */
export const getPreview = endpoint({
  id: 'getPreview',
  method: 'GET',
  path: '/preview/',
  summary: 'Preview a draft page by its link, for an hour',
  access: 'public',
  isSecret: true,
  query: z.object({ token: z.string().regex(/^[A-Za-z0-9_-]{20,100}$/, 'This preview link isn’t complete.') }),
  answer: z.object({
    until: z.iso.datetime(),
    /** Path of the page, now or once it is published. */
    path: z.string(),
    shown: z.discriminatedUnion('kind', [
      z.object({ kind: z.literal('service'), page: serviceWithBody }),
      z.object({ kind: z.literal('location'), page: locationWithBody }),
      z.object({ kind: z.literal('article'), page: article }),
      z.object({ kind: z.literal('root'), page: rootContent }),
    ]),
  }),
  refusals: [commonRefusals.notFound],
  limit,
})

export const getShareImage = endpoint({
  id: 'getShareImage',
  method: 'GET',
  path: '/share-image/{kind}/{key}/',
  summary:
    'What a page shows where it is shared: 1200 × 630, PNG, with its title drawn; by its slug, a company by its id',
  access: 'public',
  params: z.object({ kind: z.enum(SHARED_KINDS), key: z.string().min(1).max(100) }),
  answer: file('image/png'),
  limit: { name: 'share-images', per: 'address', count: 120, seconds: 60 },
})

/** The public pages for search engines: the parts of the sitemap, and the addresses of each. */

const sitemapLimit = { name: 'sitemap', per: 'address', count: 300, seconds: 60 } as const

export const getSitemap = endpoint({
  id: 'getSitemap',
  method: 'GET',
  path: '/sitemap/',
  summary: 'The parts of the sitemap, with when one of their pages last changed where that is known',
  access: 'public',
  answer: z.array(z.object({ part: z.string(), changed_at: z.iso.datetime().nullable() })),
  freshSeconds: 60,
  limit: sitemapLimit,
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
  limit: sitemapLimit,
})
