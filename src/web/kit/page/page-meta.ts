import type { MetaDescriptor } from 'react-router'
import type { RootData } from './root-data.ts'

interface PageMeta {
  /** Without the product's name, which is added. */
  title: string
  description?: string
  /** The page's canonical address, for pages that search engines may list. Without it the page asks not to be listed. */
  path?: string
}

/** As React Router hands them to `meta`: the root first. */
type Matches = readonly [root?: { loaderData?: RootData }, ...others: unknown[]]

/** Title, description and canonical address of a page: `export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, …)`. */
export function pageMeta([root]: Matches, { title, description, path }: PageMeta): MetaDescriptor[] {
  const full = `${title} | Vanfare`
  const described: MetaDescriptor[] = description ? [{ name: 'description', content: description }] : []
  if (path === undefined) return [{ title: full }, ...described, { name: 'robots', content: 'noindex' }]
  const url = `${root?.loaderData?.config.publicUrl ?? ''}${path}`
  return [
    { title: full },
    ...described,
    { tagName: 'link', rel: 'canonical', href: url },
    { property: 'og:type', content: 'website' },
    { property: 'og:site_name', content: 'Vanfare' },
    { property: 'og:title', content: title },
    ...(description ? [{ property: 'og:description', content: description }] : []),
    { property: 'og:url', content: url },
    { property: 'og:locale', content: 'en_GB' },
  ]
}
