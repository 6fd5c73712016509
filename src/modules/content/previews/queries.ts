import { sql } from 'kysely'
import type { Ctx } from '#platform/ctx.ts'
import { digestOf } from '#platform/secrets.ts'
import { commonRefusals, refuse, type AnswerOf, type Refusal } from '#shared/endpoint.ts'
import type { getPreview } from '../contract.ts'
import type { Drawn } from '../markdown/gateway.ts'
import { articleWithText, locationWithText, rootOf, serviceWithText } from '../queries.ts'
import { pathOfPage } from '../rules.ts'
import { shownColumns, type Site, type SitePage } from '../site/queries.ts'

type Preview = AnswerOf<typeof getPreview>

/** As the page will be, among the others as they are. */
export async function findPreview(ctx: Ctx, token: string): Promise<Preview | Refusal> {
  const { rows } = await sql<SitePage & { until: Date }>`/* preview */
    select ${shownColumns}, w.until, v.created_at as changed_at,
      coalesce((select min(f.published_at) from content.version f where f.page_id = p.id), v.created_at) as first_at
    from content.preview w join content.version v on v.id = w.version_id join content.page p on p.id = v.page_id
    where w.digest = ${digestOf(token)} and w.until > ${ctx.clock.now()}`.execute(ctx.db)
  const [row] = rows
  if (!row) return refuse(commonRefusals.notFound)
  const site = await ctx.services.content.site(ctx)
  const drawn = await ctx.services.content.drawn(ctx, row.versionId)
  const { until, ...page } = row
  return { until: until.toISOString(), path: pathOfPage(page.kind, page.slug), shown: shownOf(site, page, drawn) }
}

function shownOf(site: Site, page: SitePage, drawn: Drawn): Preview['shown'] {
  if (page.kind === 'service') return { kind: 'service', page: serviceWithText(site, page, drawn) }
  if (page.kind === 'location') return { kind: 'location', page: locationWithText(site, page, drawn) }
  if (page.kind === 'article') return { kind: 'article', page: articleWithText(site, page, drawn) }
  return { kind: 'root', page: rootOf(page, drawn) }
}
