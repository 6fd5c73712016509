import { Html } from '#web/kit/content/html.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import type { Location, RootContent, Service } from '../content.ts'
import { LocationsPage } from '../locations/locations-page.tsx'
import { ServicesPage } from '../services/services-page.tsx'
import { WorkPage } from '../work/work-page.tsx'
import { AboutPage } from './about-page.tsx'
import { FaqPage } from './faq-page.tsx'

interface RootPageProps {
  page: RootContent
  services: readonly Service[]
  locations: readonly Location[]
}

/** A page of its own by its key, as a draft of it is shown. */
export function RootPage({ page, services, locations }: RootPageProps) {
  switch (page.key) {
    case 'faq':
      return <FaqPage page={page} />
    case 'about-us':
      return <AboutPage page={page} />
    case 'work-with-us':
      return <WorkPage page={page} />
    case 'our-services':
      return <ServicesPage page={page} services={services} />
    case 'our-locations':
      return <LocationsPage page={page} locations={locations} />
    default:
      return (
        <Page className="wrap--text">
          <PageHead title={page.title}>
            <p className="lead">{page.description}</p>
          </PageHead>
          <Html html={page.bodyHtml} />
        </Page>
      )
  }
}
