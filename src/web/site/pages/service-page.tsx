import { CalendarDays, Lock, ReceiptPoundSterling } from 'lucide-react'
import { FURNITURE_TYPES, HELP_LEVELS } from '#modules/fleet/rules.ts'
import { FURNITURE_MINUTES, MINUTES_PER_EXTRA_STOP, MINUTES_PER_FLIGHT } from '#modules/quoting/schedule/rules.ts'
import { liftingText } from '#web/kit/bookings/load.ts'
import { Html } from '#web/kit/content/content-picture.tsx'
import type { MoveDays } from '#web/kit/forms/move-day.ts'
import { useRootData } from '#web/kit/page/root-data.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/badge.tsx'
import { Sign } from '#web/ui/sign.tsx'
import { serviceAddress, type Service, type ServiceWithBody } from '../page-texts.ts'
import { Crumbs } from '../crumbs.tsx'
import { Lineup } from '../lineup.tsx'
import { MoveSign } from '../move-form.tsx'
import { ServiceCards, ServiceLinks } from './service-cards.tsx'

interface ServicePageProps {
  page: ServiceWithBody
  /** Other services that can be booked. */
  others: readonly Service[]
  days: MoveDays
}

export function ServicePage({ page, others, days }: ServicePageProps) {
  const publicUrl = useRootData()?.config.publicUrl ?? ''
  const { parent } = page
  const steps = [
    { name: 'Our Services', to: '/our-services' },
    ...(parent ? [{ name: parent.name, to: serviceAddress(parent.slug) }] : []),
    { name: page.name, to: serviceAddress(page.slug) },
  ]
  const isBookable = page.notYet === null
  return (
    <main id="main" tabIndex={-1}>
      <div className="wrap">
        <Crumbs steps={steps} about={isBookable ? [serviceData(page, publicUrl)] : []} />
        <div className="intro">
          <div className="stack">
            <h1>{page.title}</h1>
            <p className="lead">{page.description}</p>
            {isBookable ? <Promises /> : <p className="banner tone-good p-4 r-small">{page.notYet}</p>}
          </div>
          {isBookable ? (
            <MoveSign title="Where to?" days={days} what={whatOf(page.slug)} />
          ) : (
            <Sign aria-labelledby="instead">
              <h2 className="h3" id="instead">
                What you can book today
              </h2>
              <p className="mt-2 on-sign-2">Everything else of the move, at whole prices you can compare.</p>
              <ButtonLink className="mt-4" look="primary" size="big" wide to="/additional-services">
                Compare prices
              </ButtonLink>
            </Sign>
          )}
        </div>
      </div>
      <section className="band band--white">
        <div className="wrap duo duo--top">
          <Html html={page.bodyHtml} />
          {others.length > 0 ? (
            <aside aria-labelledby="others">
              <h2 className="h3 mb-4" id="others">
                {isBookable ? 'Other ways to move' : 'Can be booked today'}
              </h2>
              <ServiceLinks services={others} />
            </aside>
          ) : null}
        </div>
      </section>
      {page.subcategories && page.subcategories.length > 0 ? (
        <section className="band">
          <div className="wrap">
            <h2>{page.name}, in particular</h2>
            <ServiceCards services={page.subcategories} />
          </div>
        </section>
      ) : null}
      {isBookable ? (
        <>
          <Lineup />
          <WhoLifts />
        </>
      ) : null}
    </main>
  )
}

/** What the first step is told: a sofa is not a household. */
const whatOf = (slug: string) => (slug.includes('furniture') ? 'furniture' : undefined)

function Promises() {
  return (
    <ul className="ticks">
      <li>
        <Icon of={ReceiptPoundSterling} />
        Hours, mileage and road charges on one receipt
      </li>
      <li>
        <Icon of={Lock} />
        No more than the ceiling beside the price, for what you told us
      </li>
      <li>
        <Icon of={CalendarDays} />
        Cancellation costs and the free-cancellation deadline, shown before you book
      </li>
    </ul>
  )
}

const serviceData = (page: ServiceWithBody, publicUrl: string): object => ({
  '@type': 'Service',
  serviceType: page.name,
  name: page.name,
  description: page.searchDescription,
  url: `${publicUrl}${serviceAddress(page.slug)}`,
  areaServed: 'Great Britain',
  provider: { '@type': 'Organization', name: 'Vanfare', url: publicUrl },
})

const helpDetails = {
  no_help: 'The driver drives, you load',
  driver_helps: 'The driver helps',
  one_porter: 'The driver helps, with one helper',
  two_porters: 'The driver helps, with two helpers; not in a Small Van',
} as const

const pieces = { sofa: 'A sofa', bed: 'A bed', wardrobe: 'A wardrobe', table: 'A table' } as const

const adds: readonly [what: string, minutes: number][] = [
  ['A flight of stairs', MINUTES_PER_FLIGHT],
  ['A lift', 0],
  ['An extra stop', MINUTES_PER_EXTRA_STOP],
  ...FURNITURE_TYPES.map((type): [string, number] => [
    `${pieces[type]} taken apart, by one person`,
    FURNITURE_MINUTES[type],
  ]),
]

/** Who may lift, and what a move's minutes are made of: the same rules by which it is priced. */
function WhoLifts() {
  return (
    <section className="band band--white">
      <div className="wrap duo duo--top">
        <div>
          <h2>Who lifts?</h2>
          <dl className="terms t-md lh-135">
            {HELP_LEVELS.map((help) => (
              <div key={help}>
                <dt className="rigid">
                  <b>{liftingText(help)}</b>
                </dt>
                <dd className="small muted">{helpDetails[help]}</dd>
              </div>
            ))}
          </dl>
        </div>
        <div>
          <h2 className="h3">What adds time</h2>
          <dl className="terms t-md lh-135 num mt-4">
            {adds.map(([what, minutes]) => (
              <div key={what}>
                <dt>{what}</dt>
                <dd>{minutes} min</dd>
              </div>
            ))}
          </dl>
          <p className="small muted mt-2">Two people take two thirds of that for furniture, three a third.</p>
        </div>
      </div>
    </section>
  )
}
