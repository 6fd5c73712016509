/** What a page says before its first section. Headings stand at the outermost level, so nothing is cut in two. */
export function introOf(bodyHtml: string): string {
  const start = bodyHtml.search(/<h2[ >]/)
  return start < 0 ? bodyHtml : bodyHtml.slice(0, start)
}
