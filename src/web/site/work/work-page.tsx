import { Link } from 'react-router'
import { Html } from '#web/kit/content/html.tsx'
import type { RootContent } from '../content.ts'
import { introOf } from '../pages/intro-of.ts'
import { Sections } from '../pages/sections.tsx'
import { Earnings, type AskedEarnings } from './earnings.tsx'
import { JoinSign } from './join-sign.tsx'

export function WorkPage({ page, earnings = null }: { page: RootContent; earnings?: AskedEarnings | null }) {
  const intro = introOf(page.bodyHtml)
  const read = page.sections.filter(({ parts }) => parts.length === 0)
  const asked = page.sections.filter(({ parts }) => parts.length > 0)
  return (
    <main id="main" tabIndex={-1}>
      <div className="wrap intro intro--page">
        <div className="stack">
          <h1>{page.title}</h1>
          <p className="lead">{page.description}</p>
        </div>
        <JoinSign />
      </div>
      <Earnings asked={earnings} />
      <section className="band">
        <div className="wrap duo duo--top">
          <div className="stack gap-6 texts">
            {intro ? <Html html={intro} /> : null}
            <Sections of={read} />
          </div>
          <aside className="card" aria-labelledby="before">
            <h2 className="h3" id="before">
              Before you join
            </h2>
            <div className="divide more-list">
              <Link to="/terms/movers">
                Terms for companies
                <small>What both of us hold to</small>
              </Link>
              <Link to="/faq">
                Questions and answers
                <small>What drivers and customers ask</small>
              </Link>
              <Link to="/about-us">
                About us
                <small>How prices are ranked, and what we check</small>
              </Link>
            </div>
          </aside>
        </div>
      </section>
      {asked.length > 0 ? (
        <section className="band">
          <div className="wrap wrap--text stack gap-6">
            <Sections of={asked} />
          </div>
        </section>
      ) : null}
    </main>
  )
}
