import { useState } from 'react'

/**
 * Describes the page to search engines (schema.org). They read documents, so it is rendered in those alone: a script
 * element made by a script would be refused as untrusted. JSON-LD is data, which no policy has to allow and which never
 * runs.
 */
export function JsonLd({ of }: { of: readonly object[] }) {
  const [isInDocument] = useState(isServerOrFirst)
  if (!isInDocument || of.length === 0) return null
  // oxlint-disable-next-line react/no-danger
  return <script type="application/ld+json" dangerouslySetInnerHTML={{ __html: jsonLd(of) }} />
}

/** Until the page as it came is hydrated (page-scripts.tsx). */
function isServerOrFirst(): boolean {
  if (typeof document === 'undefined') return true
  const intent = document.getElementById('intent')
  return intent !== null && !intent.hasAttribute('data-hydrated')
}

/** Escapes the data so that it cannot close its script element or open a comment in it. */
export const jsonLd = (of: readonly object[]): string =>
  JSON.stringify(
    of.length === 1
      ? { '@context': 'https://schema.org', ...of[0] }
      : { '@context': 'https://schema.org', '@graph': of },
  ).replaceAll('<', String.raw`\u003c`)

/** The way to the page, from home. */
export const breadcrumbs = (publicUrl: string, steps: readonly { name: string; to: string }[]): object => ({
  '@type': 'BreadcrumbList',
  itemListElement: [{ name: 'Home', to: '/' }, ...steps].map(({ name, to }, index) => ({
    '@type': 'ListItem',
    position: index + 1,
    name,
    item: `${publicUrl}${to}`,
  })),
})
