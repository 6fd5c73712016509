import { NAMED_LOADS } from '#modules/quoting/from-price/data.ts'
import { FROM_PRICE_SIZES } from '#modules/quoting/from-price/contract.ts'
import { configContext } from '#web/kit/page/context.ts'
import type { PageHandle } from '#web/kit/page/root-data.ts'
import { shareImageOf } from '#modules/content/share-images/rules.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import type { Route } from './+types/prices-on-your-site'

export const handle: PageHandle = { isOfSite: true, hydrate: 'intent', isPublic: true, offersHelp: true }

export const loader = ({ context }: Route.LoaderArgs) => ({
  publicUrl: context.get(configContext).publicUrl,
  // Read on the server, so that the lists of things do not travel as script.
  loads: FROM_PRICE_SIZES.map((size) => ({ size, ...textsOf(NAMED_LOADS[size]) })),
})

const textsOf = ({ name, contents }: { name: string; contents: string }) => ({ name, contents })

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Moving prices on your site',
    description:
      'For estate agents and letting agents: show what a move between two districts costs, with one line of HTML or one call. Free, without cookies or script.',
    path: '/prices-on-your-site',
    image: shareImageOf('root', 'prices-on-your-site'),
  })

/** The frame has our styles and no script; its link opens an ordinary page. */
const SANDBOX = 'allow-same-origin allow-popups allow-popups-to-escape-sandbox'
const EXAMPLE = 'from=E17&to=BN1&size=flat'

/** How an estate agent shows "from £x" beside a home (ADR 0049). */
export default function PricesOnYourSite({ loaderData: { publicUrl, loads } }: Route.ComponentProps) {
  const card = `<iframe src="${publicUrl}/embed?${EXAMPLE}&amp;utm_source=your-site"\n  title="What a move from E17 to BN1 costs" width="100%" height="440"\n  loading="lazy" style="border: 0"\n  sandbox="${SANDBOX}"></iframe>`
  const call = `${publicUrl}/api/booking/from-price/?${EXAMPLE}`
  return (
    <Page>
      <PageHead title="Moving prices on your site">
        <p className="lead">
          Show anybody who looks at a home what moving there costs: the lowest whole price of a typical move between two
          districts, from companies that are free. Free of charge, and you need no account.
        </p>
      </PageHead>
      <div className="duo duo--top">
        <div className="prose texts">
          <h2>One line of HTML</h2>
          <p>
            Copy this into your page. Change the two districts, and put a word for your site in place of “your-site”.
          </p>
          <Copied text={card} label="HTML to copy" />
          <p>
            It only displays a price: no scripts, cookies or form, and it collects nothing about your visitors. Its one
            link opens our comparison beside your page.
          </p>
          <h2>One call for your own design</h2>
          <p>
            The same as JSON, which scripts of any site may read. Sixty calls a minute from one address, and an answer
            is worth keeping for ten minutes. <code>from_pence</code> is null where nobody is free.
          </p>
          <Copied text={call} label="Address of the call" />
          <p>
            Every field is described in <a href="/api/docs/#getFromPrice">the description of our calls</a>.
          </p>
          <h2>Parameters</h2>
          <ul>
            <li>
              <code>from</code> and <code>to</code>: two different districts, each the first half of a postcode, such as
              E17
            </li>
            {loads.map(({ size, name, contents }) => (
              <li key={size}>
                <code>size={size}</code>: {name.toLowerCase()}, with {contents}
              </li>
            ))}
          </ul>
          <h2>What the price is</h2>
          <p>
            The lowest whole price that a company on Vanfare asks for exactly that load at ten in the morning on a
            weekday soon, from the middle of one district to the middle of the other, between ground floors, VAT and
            road charges included. Stairs, another day or more things change it, so please keep the “from” beside it,
            and the day that the answer names.
          </p>
        </div>
        <aside className="stack gap-3" aria-labelledby="looks">
          <h2 className="h3" id="looks">
            What it looks like
          </h2>
          <iframe
            className="frame w-full edge-1 r-card bg-paper"
            src={`/embed?${EXAMPLE}`}
            title="What a move from E17 to BN1 costs"
            loading="lazy"
            sandbox={SANDBOX}
          />
        </aside>
      </div>
    </Page>
  )
}

function Copied({ text, label }: { text: string; label: string }) {
  return (
    // It may scroll sideways, so the keyboard has to reach it.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="scroll-x p-4 edge-1 r-card bg-sunken t-sm" tabIndex={0} aria-label={label}>
      <pre className="m-0">
        <code>{text}</code>
      </pre>
    </section>
  )
}
