import { findProfile } from '#modules/companies/queries.ts'
import type { Ctx } from '#platform/ctx.ts'
import { RawAnswer } from '#platform/serve.ts'
import { countOf } from '#shared/texts.ts'
import { commonRefusals, refuse, Refusal } from '#shared/endpoint.ts'
import { formatPounds } from '#shared/money.ts'
import type { SitePage } from '../site-queries.ts'
import { ShareImages } from './gateway.ts'
import { isId, type SharedKind, type ShareText } from './rules.ts'

const HOUSE = 'Whole prices from every man and van that can do your move.'

/** Pages that are code and not content. */
const OF_CODE = new Map<string, ShareText>([
  ['additional-services', { kind: 'Compare prices', title: 'What’s going in the van?', line: HOUSE }],
  ['prices-on-your-site', { kind: 'For estate agents', title: 'Moving prices on your site', line: HOUSE }],
  ['terms', { kind: 'Booking a move', title: 'Terms & Conditions', line: HOUSE }],
  ['terms-movers', { kind: 'Working with us', title: 'Terms for companies', line: HOUSE }],
  ['privacy-policy', { kind: 'Your data', title: 'Privacy policy', line: HOUSE }],
])

const KIND_NAMES = { service: 'Service', location: 'Location', article: 'Blog', root: 'Man and van' } as const

function shareTextOf({ kind, title, description, figures }: SitePage): ShareText {
  const counted =
    figures && figures.companies > 0 && figures.fromPencePerHour !== null
      ? `${countOf(figures.companies, 'company', 'companies')}, from ${formatPounds(figures.fromPencePerHour)} an hour`
      : undefined
  return { kind: KIND_NAMES[kind], title, line: counted ?? description }
}

async function findShareText(ctx: Ctx, kind: SharedKind, key: string): Promise<ShareText | undefined> {
  if (kind === 'company') return isId(key) ? companyShareText(ctx, key) : undefined
  const page = (await ctx.services.content.site(ctx)).find(kind, key)
  if (page) return page.isWithdrawn ? undefined : shareTextOf(page)
  return kind === 'root' ? OF_CODE.get(key) : undefined
}

async function companyShareText(ctx: Ctx, id: string): Promise<ShareText | undefined> {
  const company = await findProfile(ctx, id)
  if (company instanceof Refusal) return undefined
  const { name, basePlace, rating, reviewsCount } = company
  const stars =
    rating !== null && reviewsCount > 0
      ? `${rating.toFixed(1)} of 5, from ${countOf(reviewsCount, 'review')}`
      : 'Whole prices before you book'
  return { kind: `Man and van in ${basePlace}`, title: name, line: stars }
}

/** Reads a picture with its tag: a client that has it is not sent it again, and nothing is drawn for that. */
export async function readShareImage(
  ctx: Ctx,
  { kind, key }: { kind: SharedKind; key: string },
  request: { tag: string | undefined; address: string },
): Promise<RawAnswer | Refusal> {
  const text = await findShareText(ctx, kind, key)
  if (!text) return refuse(commonRefusals.notFound)
  const etag = ShareImages.tagOf(text)
  const headers = { 'content-type': 'image/png', 'cache-control': 'public, max-age=3600', etag }
  if (request.tag === etag) return new RawAnswer('', headers, 304)
  return new RawAnswer(await ctx.services.shareImages.png(text, request.address), headers)
}
