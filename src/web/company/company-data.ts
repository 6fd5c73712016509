import type { getCompanyPage } from '#modules/reviews/contract.ts'
import type { AnswerOf } from '#shared/endpoint.ts'

type CompanyPage = AnswerOf<typeof getCompanyPage>

export const companyAddress = ({ id }: Pick<CompanyPage, 'id'>): string => `/companies/${id}`

/** What a company is, for search engines. Stars only where customers gave some: each review is of a move that was finished. */
export function companyData(company: CompanyPage, publicUrl: string): object {
  const { name, basePlace, description, logoUrl, photos, rating, reviewsCount, districts } = company
  const pictures = [logoUrl, ...photos.map(({ url }) => url)].filter((url) => url !== null)
  return {
    '@type': 'MovingCompany',
    '@id': `${publicUrl}${companyAddress(company)}`,
    name,
    url: `${publicUrl}${companyAddress(company)}`,
    ...(description ? { description } : {}),
    ...(pictures.length > 0
      ? { image: pictures.map((url) => new URL(url, `${publicUrl || 'http://localhost'}/`).href) }
      : {}),
    address: { '@type': 'PostalAddress', addressLocality: basePlace, addressCountry: 'GB' },
    ...(districts.length > 0
      ? { areaServed: districts.map((district) => ({ '@type': 'Place', name: district })) }
      : {}),
    ...(rating !== null && reviewsCount > 0
      ? {
          aggregateRating: {
            '@type': 'AggregateRating',
            ratingValue: rating,
            reviewCount: reviewsCount,
            bestRating: 5,
            worstRating: 1,
          },
        }
      : {}),
  }
}
