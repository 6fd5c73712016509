import { useMemo } from 'react'

/** What the browser has of Trusted Types; not all of them have it, and the types of the DOM do not know it yet. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createHTML: (html: string) => string }): { createHTML(html: string): string }
}

let policy: ReturnType<TrustedTypes['createPolicy']> | undefined

/** The text that our server sanitised (modules/content), as the browser wants it said before it becomes part of the page. */
function trusted(html: string): string {
  const types = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes
  if (!types) return html
  policy ??= types.createPolicy('vanfare-content', { createHTML: (text) => text })
  return policy.createHTML(html)
}

/** The one place where finished HTML of the content is put into a page. It has been sanitised by the call that answered it. */
export function Html({ html, className = 'prose' }: { html: string; className?: string }) {
  // The same object as long as it is the same text: otherwise React would write it anew each time.
  const value = useMemo(() => ({ __html: trusted(html) }), [html])
  // oxlint-disable-next-line react/no-danger
  return <div className={className} dangerouslySetInnerHTML={value} />
}
