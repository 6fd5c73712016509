import { Link } from 'react-router'
import { shareImageOf } from '#modules/content/share-images/rules.ts'
import { getPlatformTerms } from '#modules/pricing/terms/contract.ts'
import { customerTerms, termsForCompanies } from '#modules/terms/data.ts'
import { partsOf, inForceText, type Block, type Terms } from '#modules/terms/rules.ts'
import { apiContext } from '#web/kit/page/context.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import type { PageHandle } from '#web/kit/page/root-data.ts'
import { dataOf } from '#web/kit/session/gate.server.ts'
import type { Route } from './+types/terms'
import { PolicyPage, PolicyTable } from './policy-page.tsx'

export const handle: PageHandle = { isOfSite: true, hydrate: 'intent', isPublic: true }

/** Terms that an address shows: a customer's, or those of companies. */
const isForCompanies = ({ pathname }: { pathname: string }): boolean => pathname.startsWith('/terms/movers')

/** Loads the terms with the figures that are in force. */
export async function loader({ context, url }: Route.LoaderArgs) {
  const figures = dataOf(await context.get(apiContext)(getPlatformTerms))
  return { figures, isForCompanies: isForCompanies(url) }
}

export const meta: Route.MetaFunction = ({ matches, location }) =>
  pageMeta(
    matches,
    isForCompanies(location)
      ? {
          title: 'Terms for companies',
          description:
            'What companies agree to with Vanfare: commission, how prices are ranked, notice of changes, reasons, complaints.',
          path: '/terms/movers',
          image: shareImageOf('root', 'terms-movers'),
        }
      : {
          title: 'Terms & Conditions',
          description:
            'What you agree to when you book a move through Vanfare: who moves you, what it costs, and what a change costs.',
          path: '/terms',
          image: shareImageOf('root', 'terms'),
        },
  )

export default function TermsRoute({ loaderData: { figures, isForCompanies: isTheirs } }: Route.ComponentProps) {
  return <TermsPage terms={isTheirs ? termsForCompanies(figures, figures.commissionPercent) : customerTerms(figures)} />
}

/** Terms as they are emailed too, with a list of their clauses. */
const TermsPage = ({ terms }: { terms: Terms }) => (
  <PolicyPage
    title={terms.title}
    lead={terms.lead}
    inForce={inForceText(terms)}
    sections={terms.clauses.map(({ id, heading, blocks }) => ({ id, heading, text: <Blocks of={blocks} /> }))}
  />
)

const Blocks = ({ of: blocks }: { of: readonly Block[] }) => (
  <>
    {blocks.map((block, index) => (
      // oxlint-disable-next-line react/no-array-index-key -- the clauses never change
      <OneBlock key={index} block={block} />
    ))}
  </>
)

function OneBlock({ block }: { block: Block }) {
  if (typeof block === 'string')
    return (
      <p>
        <FormattedText text={block} />
      </p>
    )
  if ('list' in block)
    return (
      <ul>
        {block.list.map((item) => (
          <li key={item}>
            <FormattedText text={item} />
          </li>
        ))}
      </ul>
    )
  return <PolicyTable {...block} />
}

function FormattedText({ text }: { text: string }) {
  return partsOf(text).map(({ text: partText, isBold, href }) => {
    if (isBold) return <b key={partText}>{partText}</b>
    if (!href) return partText
    return href.startsWith('/') ? (
      <Link key={href} to={href}>
        {partText}
      </Link>
    ) : (
      <a key={href} href={href} rel="noopener">
        {partText}
      </a>
    )
  })
}
