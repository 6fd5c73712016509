import { MapPin } from 'lucide-react'
import { Form, Link } from 'react-router'
import { formatPounds } from '#shared/money.ts'
import { shortCount } from '#shared/short-count.ts'
import { Html } from '#web/kit/content/html.tsx'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import { locationAddress, type Location, type RootContent } from '../content.ts'
import { Crumbs } from '../crumbs.tsx'
import { byRegion } from './by-region.ts'
import { RegionMap } from './region-map.tsx'

export function LocationsPage({ page, locations }: { page: RootContent; locations: readonly Location[] }) {
  const regions = byRegion(locations)
  return (
    <Page>
      <Crumbs steps={[{ name: 'Locations', to: '/our-locations' }]} />
      <PageHead title={page.title}>
        <p className="lead">{page.description}</p>
        <FromPostcode />
      </PageHead>
      <div className="regions">
        <div>
          <RegionMap regions={regions} />
          <p className="tiny muted mt-2">Drawn by hand. The number is the places we have written about.</p>
        </div>
        <div>
          {regions.map(({ key, name, towns }) => (
            <section key={key} aria-labelledby={key}>
              <h2 id={key}>{name}</h2>
              <ul className="towns list">
                {towns.map((town) => (
                  <li key={town.id}>
                    <Link to={locationAddress(town.slug)}>
                      <b>{town.name}</b>
                      <span>{inNumbers(town)}</span>
                    </Link>
                  </li>
                ))}
              </ul>
            </section>
          ))}
        </div>
      </div>
      {page.bodyHtml ? <Html className="prose after" html={page.bodyHtml} /> : null}
    </Page>
  )
}

/** "14 from £35": companies, and the lowest hour; nothing where nothing is counted. */
function inNumbers({ companies, fromPencePerHour }: Location): string {
  if (!companies) return ''
  return fromPencePerHour === null
    ? shortCount(companies)
    : `${shortCount(companies)} from ${formatPounds(fromPencePerHour)}`
}

/** Not one of these towns? Any postcode of Great Britain begins a move. */
function FromPostcode() {
  return (
    <Form className="find" action="/additional-services" aria-label="Prices from your postcode">
      <label className="affix">
        <Icon of={MapPin} />
        <input
          className="input input--postcode"
          name="from"
          aria-label="Moving from, postcode"
          placeholder="Your postcode"
          autoComplete="postal-code"
        />
      </label>
      <Button type="submit" look="primary">
        Go
      </Button>
    </Form>
  )
}
