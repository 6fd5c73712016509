import { type MetaDescriptor, Link } from 'react-router'
import type { RootData } from './root-data.ts'

interface PageMeta {
  /** Without the product's name, which is added. */
  title: string
  description?: string
  /** The page's canonical address, for pages that search engines may list. Without it the page asks not to be listed. */
  path?: string
  /** 1200 × 630, for sharing; an address of ours or a whole one. */
  image?: string
  /** An article, and when it was published. */
  publishedAt?: string
  /** False for a page that has an address of its own but is not for search engines. */
  isIndexed?: boolean
}

/** Matches that React Router passes to `meta`: the root first. */
type Matches = readonly [root?: { loaderData?: RootData }, ...others: unknown[]]

/** Title, description and canonical address of a page: `export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, …)`. */
export function pageMeta([root]: Matches, page: PageMeta): MetaDescriptor[] {
  const { title, description, path, isIndexed = true } = page
  const full = `${title} | Vanfare`
  const described: MetaDescriptor[] = description ? [{ name: 'description', content: description }] : []
  if (path === undefined) return [{ title: full }, ...described, { name: 'robots', content: 'noindex' }]
  const publicUrl = root?.loaderData?.config.publicUrl ?? ''
  const url = `${publicUrl}${path}`
  return [
    { title: full },
    ...described,
    ...(isIndexed ? [] : [{ name: 'robots', content: 'noindex' }]),
    { tagName: 'link', rel: 'canonical', href: url },
    ...sharedAs(page, publicUrl),
    { property: 'og:site_name', content: 'Vanfare' },
    { property: 'og:title', content: title },
    ...(description ? [{ property: 'og:description', content: description }] : []),
    { property: 'og:url', content: url },
    { property: 'og:locale', content: 'en_GB' },
  ]
}

function sharedAs({ publishedAt, image, title }: PageMeta, publicUrl: string): MetaDescriptor[] {
  const kind = publishedAt
    ? [
        { property: 'og:type', content: 'article' },
        { property: 'article:published_time', content: publishedAt },
      ]
    : [{ property: 'og:type', content: 'website' }]
  if (!image) return kind
  return [
    ...kind,
    { property: 'og:image', content: image.startsWith('/') ? `${publicUrl}${image}` : image },
    { property: 'og:image:width', content: '1200' },
    { property: 'og:image:height', content: '630' },
    { property: 'og:image:type', content: 'image/png' },
    { property: 'og:image:alt', content: `A green sign that says “${title}”` },
    { name: 'twitter:card', content: 'summary_large_image' },
  ]
}

/**
 * Routes that a page navigates to without a link. The router discovers a route only from a link; while it fetches one
 * during navigation, the answer to another request of the page would end the navigation at the catch-all route, which
 * is an error screen.
 */
export const KnownRoutes = ({ paths }: { paths: readonly string[] }) =>
  paths.map((path) => (
    <Link key={path} hidden to={path}>
      {path}
    </Link>
  ))
