import { VANS } from '#modules/fleet/data.ts'
import { readablePhone } from '#shared/phone.ts'
import { Html } from '#web/kit/content/content-picture.tsx'
import { useRootData } from '#web/kit/page/root-data.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Sign } from '#web/ui/sign.tsx'
import { Person, Van } from '#web/ui/van.tsx'
import type { RootContent } from '../page-texts.ts'

export function AboutPage({ page }: { page: RootContent }) {
  return (
    <main id="main" tabIndex={-1}>
      <div className="wrap intro intro--page">
        <div className="stack">
          <h1>{page.title}</h1>
          <p className="lead">{page.description}</p>
        </div>
        <Sign aria-labelledby="payers">
          <h2 className="h3" id="payers">
            In three lines
          </h2>
          <ul className="stack gap-3 mt-4 list">
            <li>You pay the company, at the price on the receipt you booked.</li>
            <li>The company pays us a share of it, when the job is done.</li>
            <li>You pay us nothing, and nobody pays to be shown first.</li>
          </ul>
        </Sign>
      </div>
      <section className="band band--white">
        <div className="wrap duo duo--top">
          <Html html={page.bodyHtml} />
          <WhoWeAre />
        </div>
      </section>
      <section className="band">
        <div className="wrap">
          <h2>Four vans, one scale</h2>
          <div className="kerb kerb--row">
            {VANS.map(({ category }) => (
              <Van key={category} category={category} isNamed />
            ))}
            <Person />
          </div>
          <div className="row mt-6">
            <ButtonLink look="primary" size="big" to="/additional-services">
              Compare prices
            </ButtonLink>
            <ButtonLink size="big" to="/work-with-us">
              Drive with us
            </ButtonLink>
          </div>
        </div>
      </section>
    </main>
  )
}

function WhoWeAre() {
  const config = useRootData()?.config
  if (!config) return null
  return (
    <section className="card stack" aria-labelledby="who">
      <h2 className="h3" id="who">
        Who we are
      </h2>
      <p className="break">{config.trader}</p>
      <dl className="terms t-md lh-135">
        <div>
          <dt>Phone</dt>
          <dd>
            <a className="num" href={`tel:${config.phone}`}>
              {readablePhone(config.phone)}
            </a>
          </dd>
        </div>
        <div>
          <dt>Email</dt>
          <dd className="break">
            <a href={`mailto:${config.email}`}>{config.email}</a>
          </dd>
        </div>
      </dl>
    </section>
  )
}
