import { Html } from '#web/kit/content/content-picture.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import type { RootContent, Service } from '../page-texts.ts'
import { Crumbs } from '../crumbs.tsx'
import { NotYet, ServiceCards } from './service-cards.tsx'

export function ServicesPage({ page, services }: { page: RootContent; services: readonly Service[] }) {
  const bookable = services.filter(({ notYet }) => notYet === null)
  return (
    <Page>
      <Crumbs steps={[{ name: 'Our Services', to: '/our-services' }]} />
      <PageHead title={page.title}>
        <p className="lead">{page.description}</p>
      </PageHead>
      {bookable.length > 0 ? <ServiceCards services={bookable} /> : null}
      <div className="row mt-6">
        <ButtonLink look="primary" size="big" to="/additional-services">
          Compare prices
        </ButtonLink>
      </div>
      <section className="sec mt-6" aria-labelledby="not-yet">
        <h2 id="not-yet">Not yet</h2>
        <p className="muted">We only sell moves we can price in full.</p>
        <NotYet services={services.filter(({ notYet }) => notYet !== null)} />
      </section>
      {page.bodyHtml ? <Html className="prose after" html={page.bodyHtml} /> : null}
    </Page>
  )
}
