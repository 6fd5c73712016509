import { Link } from 'react-router'
import { formatPounds } from '#shared/money.ts'
import { shortCount } from '#shared/texts.ts'
import { Html } from '#web/kit/content/content-picture.tsx'
import type { MoveDays } from '#web/kit/forms/move-day.ts'
import { useRootData } from '#web/kit/page/root-data.ts'
import { Place } from '#web/ui/sign.tsx'
import { locationAddress, type LocationWithBody } from '../page-texts.ts'
import { Crumbs } from '../crumbs.tsx'
import { MoveSign } from '../move-form.tsx'
import { HourlyRates, LocationFacts, RoadCharges, TypicalMoves } from './location-figures.tsx'

export function LocationPage({ page, days }: { page: LocationWithBody; days: MoveDays }) {
  const publicUrl = useRootData()?.config.publicUrl ?? ''
  const { figures, subcategories: parts = [] } = page
  const nearby = page.nearby.filter(({ slug }) => !parts.some((part) => part.slug === slug))
  return (
    <main id="main" tabIndex={-1}>
      <div className="wrap">
        <Crumbs
          steps={[
            { name: 'Locations', to: '/our-locations' },
            { name: page.name, to: locationAddress(page.slug) },
          ]}
          about={[serviceData(page, publicUrl)]}
        />
        <div className="intro">
          <div className="stack">
            <h1>{page.title}</h1>
            <p className="lead">{page.description}</p>
            {figures && figures.companies > 0 ? (
              <p>
                <b className="num">{shortCount(figures.companies)}</b>{' '}
                {figures.companies === 1 ? 'company picks up' : 'companies pick up'} here
                {figures.fromPencePerHour === null ? null : (
                  <>
                    , from <b className="num">{formatPounds(figures.fromPencePerHour)}</b> an hour
                  </>
                )}
                .
              </p>
            ) : null}
            {figures ? <LocationFacts figures={figures} /> : null}
          </div>
          <MoveSign title={`Moving in or out of ${page.name}?`} days={days} />
        </div>
      </div>
      {figures && figures.rates.length > 0 ? <HourlyRates name={page.name} figures={figures} /> : null}
      {figures && figures.moves.length > 0 ? <TypicalMoves figures={figures} /> : null}
      <section className="band band--white">
        <div className="wrap duo duo--top">
          <Html html={page.bodyHtml} />
          <div className="stack gap-6">
            {page.districts.length > 0 ? (
              <section aria-labelledby="districts">
                <h2 className="h3 mb-4" id="districts">
                  Where they pick up
                </h2>
                <div className="row gap-2">
                  {page.districts.map(({ outcode, name }) => (
                    <Place key={outcode}>
                      {name} {outcode}
                    </Place>
                  ))}
                </div>
              </section>
            ) : null}
            {figures ? <RoadCharges name={page.name} figures={figures} /> : null}
            {parts.length > 0 ? <Places id="parts" title={`Parts of ${page.name}`} places={parts} /> : null}
            {nearby.length > 0 ? <Places id="nearby" title="Not far away" places={nearby} /> : null}
          </div>
        </div>
      </section>
    </main>
  )
}

interface PlacesProps {
  id: string
  title: string
  places: readonly { name: string; slug: string }[]
}

function Places({ id, title, places }: PlacesProps) {
  return (
    <section aria-labelledby={id}>
      <h2 className="h3 mb-4" id={id}>
        {title}
      </h2>
      <ul className="row gap-2 list">
        {places.map(({ name, slug }) => (
          <li key={slug}>
            <Link className="place" to={locationAddress(slug)}>
              {name}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}

/** The data contains no rating: companies are rated on their own pages only. */
const serviceData = ({ name, slug, searchDescription }: LocationWithBody, publicUrl: string): object => ({
  '@type': 'Service',
  serviceType: 'Man and van',
  name: `Man and van in ${name}`,
  description: searchDescription,
  url: `${publicUrl}${locationAddress(slug)}`,
  areaServed: { '@type': 'Place', name },
  provider: { '@type': 'Organization', name: 'Vanfare', url: publicUrl },
})
