import { pageMeta } from '#web/kit/page/page-meta.ts'

interface Words {
  title: string
  searchDescription: string
  shareImageUrl: string
  isIndexed: boolean
}

/** Title, description, address and picture of a page of the content; of one that could not be read, none. */
export const metaOf = (
  matches: Parameters<typeof pageMeta>[0],
  words: Words | undefined,
  path: string,
  publishedAt?: string,
) =>
  words
    ? pageMeta(matches, {
        title: words.title,
        description: words.searchDescription,
        image: words.shareImageUrl,
        isIndexed: words.isIndexed,
        path,
        publishedAt,
      })
    : pageMeta(matches, { title: 'Not here' })
