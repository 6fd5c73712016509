import { Bike, Car, ChevronRight, Package, Piano, Truck, type LucideIcon } from 'lucide-react'
import { Link } from 'react-router'
import type { VanCategory } from '#modules/fleet/rules.ts'
import { Badge, Icon } from '#web/ui/badge.tsx'
import { Person, Van } from '#web/ui/van.tsx'
import { serviceAddress, type Service } from '../page-texts.ts'
import { CardPicture } from '../crumbs.tsx'

/** A card for each that can be booked. */
export function ServiceCards({ services }: { services: readonly Service[] }) {
  return (
    <ul className="grid gap-5 min-18 list">
      {services.map(({ id, name, slug, description, imageUrl }) => (
        <li className="cells" key={id}>
          <Link className="card post-card cells pack-top p-0 ink no-line" to={serviceAddress(slug)}>
            <CardPicture url={imageUrl}>
              <ServiceDrawing slug={slug} />
            </CardPicture>
            <div className="post-card__txt cells g-2 p-4">
              <h2>{name}</h2>
              <p>{description}</p>
            </div>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Services of the specification (§1) that have no page of their own. */
const soon: readonly { name: string; icon: LucideIcon }[] = [
  { name: 'Parcels', icon: Package },
  { name: 'Motorbikes', icon: Bike },
  { name: 'Vehicles', icon: Car },
]

/** What cannot be booked yet: pages that say why, and the rest. */
export function NotYet({ services }: { services: readonly Service[] }) {
  return (
    <div className="svcs cells cols-2 g-3">
      {services.map(({ id, name, slug }) => (
        <Link key={id} className="card svc svc--soon" to={serviceAddress(slug)}>
          <Icon of={slug.startsWith('piano') ? Piano : Truck} />
          <b>{name}</b>
          <Badge tone="soon">Soon</Badge>
        </Link>
      ))}
      {soon.map(({ name, icon }) => (
        <div key={name} className="card svc svc--soon">
          <Icon of={icon} />
          <b>{name}</b>
          <Badge tone="soon">Soon</Badge>
        </div>
      ))}
    </div>
  )
}

/** A line for each, in a column beside something else. */
export function ServiceLinks({ services }: { services: readonly Service[] }) {
  return (
    <div className="stack gap-3">
      {services.map(({ id, name, slug, description }) => (
        <Link key={id} className="card svc" to={serviceAddress(slug)}>
          <Icon of={Truck} />
          <span>
            <b>{name}</b>
            <br />
            <span className="small muted">{description}</span>
          </span>
          <Icon of={ChevronRight} className="svc__go" />
        </Link>
      ))}
    </div>
  )
}

interface Drawing {
  van?: VanCategory
  load?: number
  people?: 1 | 2
}

/** What is drawn for the services of the first content; for any other, a van on its way to one. */
const drawings = new Map<string, Drawing>([
  ['man-and-van', { van: 'large_van', load: 0.4, people: 1 }],
  ['home-removals', { van: 'luton_van', load: 0.95 }],
  ['furniture-removals', { van: 'medium_van', load: 0.3 }],
  ['office-removals', { van: 'luton_van', load: 0.7 }],
  ['student-moves', { van: 'small_van', load: 0.85 }],
  ['help-with-furniture', { people: 2 }],
  ['piano-removal', { van: 'luton_van', people: 2 }],
])

function ServiceDrawing({ slug }: { slug: string }) {
  const { van, load, people = 0 } = drawings.get(slug) ?? { van: 'large_van', load: 0.5 }
  return (
    <div className="kerb">
      {van ? <Van category={van} load={load ?? 0} /> : null}
      {people > 0 ? <Person /> : null}
      {people > 1 ? <Person /> : null}
    </div>
  )
}
