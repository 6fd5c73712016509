import { getArticle } from '#modules/content/contract.ts'
import { redirectToSlug, contentOf } from '#web/kit/content/read-content.server.ts'
import { apiContext } from '#web/kit/page/context.ts'
import type { PageHandle } from '#web/kit/page/root-data.ts'
import { articleAddress, metaOf } from '../page-texts.ts'
import { moveDaysAt } from '#web/kit/forms/move-day.ts'
import { nowIn } from '#web/kit/page/arrival.ts'
import { feedLink } from '../search-engines/xml.ts'
import type { Route } from './+types/article'
import { ArticlePage } from './article-page.tsx'

export const handle: PageHandle = { isOfSite: true, hydrate: 'intent', isPublic: true, offersHelp: true }

export async function loader({ params, context }: Route.LoaderArgs) {
  const answer = await context.get(apiContext)(getArticle, { params: { id: params.articleId } })
  return { article: redirectToSlug(contentOf(answer), params.articleId, '/blog'), days: moveDaysAt(nowIn(context)) }
}

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  ...metaOf(
    matches,
    loaderData?.article,
    articleAddress(loaderData?.article.slug ?? ''),
    loaderData?.article.publishedAt,
  ),
  feedLink,
]

export default function ArticleRoute({ loaderData }: Route.ComponentProps) {
  return <ArticlePage {...loaderData} />
}
