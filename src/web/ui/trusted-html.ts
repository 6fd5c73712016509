/** What the browser has of Trusted Types; not all of them have it, and the types of the DOM do not know it yet. */
interface TrustedTypes {
  createPolicy(name: string, rules: { createHTML: (html: string) => string }): { createHTML(html: string): string }
}

let policy: ReturnType<TrustedTypes['createPolicy']> | undefined

/** What our server sanitised (modules/content) or drew, as the browser wants it said before it becomes part of the page. */
export function trustedHtml(html: string): string {
  const types = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes
  if (!types) return html
  policy ??= types.createPolicy('vanfare-content', { createHTML: (text) => text })
  return policy.createHTML(html)
}
