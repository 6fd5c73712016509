import { Link } from 'react-router'
import { Html } from '#web/kit/content/content-picture.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Sign } from '#web/ui/sign.tsx'
import type { RootContent } from '../page-texts.ts'
import { introOf, Questions } from './faq-page.tsx'
import { Earnings, type AskedEarnings } from './earnings.tsx'

export function WorkPage({ page, earnings = null }: { page: RootContent; earnings?: AskedEarnings | null }) {
  const intro = introOf(page.bodyHtml)
  const read = page.sections.filter(({ parts }) => parts.length === 0)
  const questionSections = page.sections.filter(({ parts }) => parts.length > 0)
  return (
    <main id="main" tabIndex={-1}>
      <div className="wrap intro intro--page">
        <div className="stack">
          <h1>{page.title}</h1>
          <p className="lead">{page.description}</p>
        </div>
        <JoinSign />
      </div>
      <Earnings earnings={earnings} />
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
      {questionSections.length > 0 ? (
        <section className="band">
          <div className="wrap wrap--text stack gap-6">
            <Sections of={questionSections} />
          </div>
        </section>
      ) : null}
    </main>
  )
}

/** The sections of a page with their headings: those with parts of their own are questions, the others are read. */
function Sections({ of }: { of: RootContent['sections'] }) {
  return of.map(({ id, heading, html, parts }) => (
    <section key={id} className={parts.length > 0 ? 'faq' : undefined} aria-labelledby={id}>
      <h2 id={id}>{heading}</h2>
      {html ? <Html html={html} /> : null}
      <Questions of={parts} isFirstOpen />
    </section>
  ))
}

/** What somebody with a van does next. */
function JoinSign() {
  return (
    <Sign aria-labelledby="join">
      <h2 className="h3" id="join">
        From here to the first job
      </h2>
      <ol className="stack gap-3 mt-4 list steps">
        <li>Photograph your documents: log book, MOT, insurance.</li>
        <li>A person checks them. If one is refused, we’ll tell you why.</li>
        <li>Set where, when and for how much you drive.</li>
        <li>Take the jobs that fit, turn down the ones that don’t.</li>
      </ol>
      <ButtonLink className="mt-5" look="primary" size="big" wide to="/register?as=driver">
        Start my profile
      </ButtonLink>
    </Sign>
  )
}
