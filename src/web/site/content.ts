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
