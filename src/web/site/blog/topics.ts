/** What articles are about; the lists by topic are cached by these. */
export const TOPICS = ['Price', 'Packing', 'Roads', 'The day', 'Home']

export function topicIn({ searchParams }: URL): string | null {
  const asked = searchParams.get('topic')
  return asked !== null && TOPICS.includes(asked) ? asked : null
}

/** "/blog?topic=Price&page=2" */
export function blogAddress(topic: string | null, page = 1): string {
  const search = new URLSearchParams({ ...(topic ? { topic } : {}), ...(page > 1 ? { page: String(page) } : {}) })
  return search.size > 0 ? `/blog?${search.toString()}` : '/blog'
}
