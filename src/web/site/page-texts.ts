import type {
  getArticle,
  getCategories,
  getLocation,
  getLocationsPage,
  getRootContent,
  getServiceCategory,
  listHighlightedArticles,
} from '#modules/content/contract.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'

interface MetaTexts {
  title: string
  searchDescription: string
  shareImageUrl: string
  isIndexed: boolean
}

/** Title, description, address and picture of a page of the content; of one that could not be read, none. */
export const metaOf = (
  matches: Parameters<typeof pageMeta>[0],
  texts: MetaTexts | undefined,
  path: string,
  publishedAt?: string,
) =>
  texts
    ? pageMeta(matches, {
        title: texts.title,
        description: texts.searchDescription,
        image: texts.shareImageUrl,
        isIndexed: texts.isIndexed,
        path,
        publishedAt,
      })
    : pageMeta(matches, { title: 'Not here' })

export type Service = Omit<AnswerOf<typeof getCategories>[number], 'subcategories'>
export type ServiceWithBody = AnswerOf<typeof getServiceCategory>
export type Location = Omit<AnswerOf<typeof getLocationsPage>['results'][number], 'subcategories'>
export type LocationWithBody = AnswerOf<typeof getLocation>
export type LocationFigures = NonNullable<LocationWithBody['figures']>
export type ArticleInList = AnswerOf<typeof listHighlightedArticles>[number]
export type ArticleWithBody = AnswerOf<typeof getArticle>
export type RootContent = AnswerOf<typeof getRootContent>

export const serviceAddress = (slug: string): string => `/our-services/${slug}`
export const locationAddress = (slug: string): string => `/our-locations/${slug}`
export const articleAddress = (slug: string): string => `/blog/${slug}`
