import {
  Bike,
  Car,
  ChevronRight,
  House,
  Package,
  Phone,
  Piano,
  ReceiptPoundSterling,
  ShieldCheck,
  Sofa,
  type LucideIcon,
} from 'lucide-react'
import { Link } from 'react-router'
import { getCategories, getLocationsPage, listHighlightedArticles } from '#modules/content/contract.ts'
import { getWhatPeopleSay } from '#modules/reviews/contract.ts'
import { formatPence } from '#shared/money.ts'
import { useLoginAskedFor } from '#web/kit/session/login.tsx'
import { firstOfRegions } from '#web/kit/content/content-picture.tsx'
import { contentIfAny } from '#web/kit/content/read-content.server.ts'
import { apiContext } from '#web/kit/page/context.ts'
import { Badge, Icon } from '#web/ui/badge.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Faq } from '#web/ui/banner.tsx'
import { Receipt } from '#web/ui/receipt.tsx'
import { Sign } from '#web/ui/sign.tsx'
import { Van } from '#web/ui/van.tsx'
import type { PageHandle } from '#web/kit/page/root-data.ts'
import { shareImageOf } from '#modules/content/share-images/rules.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { Header } from '#web/shell/header.tsx'
import type { Route } from './+types/home'
import { Atlas } from './atlas.tsx'
import { exampleLines, exampleTotalPence, TYPED, WHAT_MOVES } from './entered-move.ts'
import { enteredMove } from './entered-move.server.ts'
import { moveDaysAt } from '#web/kit/forms/move-day.ts'
import { nowIn } from '#web/kit/page/arrival.ts'
import { Highlighted, ServicesRow, VansNearYou, WhatPeopleSay } from './home-links.tsx'
import { Lineup } from './lineup.tsx'
import { MoveForm } from './move-form.tsx'

export const handle: PageHandle = {
  isOfSite: true,
  hydrate: 'intent',
  isPublic: true,
  // `?dialog=login` makes the page hydrate at once (page-scripts.tsx).
  // The move that was sent without script.
  drawnBy: { dialog: ['login'], from: TYPED, to: TYPED, what: WHAT_MOVES, date: /^\d{4}-\d\d-\d\d$/ },
  hasOwnHeader: true,
}

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Man and van from £35 an hour',
    description:
      'Tell us what’s going and where. Compare whole prices from every man and van that can do your move, pick a driver, book.',
    path: '/',
    image: shareImageOf('root', 'home'),
  })

/** The page works without any of the content. */
export async function loader({ context, request }: Route.LoaderArgs) {
  const call = context.get(apiContext)
  const days = moveDaysAt(nowIn(context))
  const [entered, services, locations, articles, reviews] = await Promise.all([
    enteredMove(call, new URL(request.url).searchParams, days),
    call(getCategories),
    call(getLocationsPage),
    call(listHighlightedArticles),
    call(getWhatPeopleSay),
  ])
  return {
    days,
    entered,
    services: (contentIfAny(services) ?? []).map(({ id, name, slug, description, notYet }) => ({
      id,
      name,
      slug,
      description,
      notYet,
    })),
    locations: firstOfRegions(contentIfAny(locations)?.results ?? []).map(({ name, slug }) => ({ name, slug })),
    articles: contentIfAny(articles) ?? [],
    reviews: reviews.ok ? reviews.data : undefined,
  }
}

export default function Home({ loaderData }: Route.ComponentProps) {
  useLoginAskedFor()
  return (
    <>
      <Header />
      <main id="main" tabIndex={-1}>
        <div className="hero holds clip bg-paper">
          <div className="wrap hero__in holds cells">
            <section className="sign" aria-labelledby="home-title">
              <h1 id="home-title">
                Man and van, from <span className="yel num">£35</span> an hour
              </h1>
              <MoveForm {...loaderData.days} entered={loaderData.entered} asksWhat />
              <p className="small mt-3 on-sign-2">
                No account needed to see every price. Started on your phone?{' '}
                <Link to="/carry-on">Carry on with a code</Link>
              </p>
            </section>
          </div>
          <div className="hero__map holds clip line-foot" aria-hidden="true">
            <Atlas />
          </div>
          <ExamplePrice />
        </div>
        <Promises />
        <Services services={loaderData.services} />
        <HowItWorks />
        <Lineup />
        <ReceiptBand />
        <WhatPeopleSay reviews={loaderData.reviews} />
        <Highlighted articles={loaderData.articles} />
        <Questions />
        <VansNearYou locations={loaderData.locations} />
      </main>
    </>
  )
}

function ExamplePrice() {
  return (
    <aside className="tag holds p-3-4 bg-surface edge-1 r-card raised" aria-label="Example price">
      <div className="row nowrap gap-3 m-15">
        <Van category="large_van" load={0.65} />
        <span className="price push">{formatPence(exampleTotalPence)}</span>
      </div>
      <p className="small mt-2">
        <b>For example, Walthamstow to Brighton</b>
        <br />
        <span className="muted">Studio flat, Large Van, two people, 6½ hours</span>
      </p>
    </aside>
  )
}

function Promises() {
  return (
    <div className="band--white">
      <ul className="wrap promise cells py-4 t-sm mid lh-13">
        <li className="flex level g-3">
          <Icon of={ReceiptPoundSterling} />
          The whole price before you book
        </li>
        <li className="flex level g-3">
          <Icon of={ShieldCheck} />
          Insurance documents seen before a driver’s first job
        </li>
        <li className="flex level g-3">
          <Icon of={Phone} />A person on the phone, day or night
        </li>
      </ul>
    </div>
  )
}

const bookable: readonly { name: string; text: string; icon: LucideIcon; what: string }[] = [
  {
    name: 'Home and office removals',
    text: 'A room, a flat, a whole floor of desks',
    icon: House,
    what: 'home_or_office',
  },
  { name: 'Furniture', text: 'One sofa or a whole van full', icon: Sofa, what: 'furniture' },
]

const soon: readonly { name: string; text?: string; icon: LucideIcon; to?: string }[] = [
  { name: 'Parcels', icon: Package },
  { name: 'Motorbikes', icon: Bike },
  { name: 'Vehicles', icon: Car },
  { name: 'Piano', text: 'Uprights, with a move', icon: Piano, to: '/our-services/piano-removal' },
]

function Services({ services }: { services: Route.ComponentProps['loaderData']['services'] }) {
  return (
    <section className="band">
      <div className="wrap">
        <div className="band__head">
          <h2>What we move</h2>
        </div>
        <div className="svcs cells cols-2 g-3">
          {bookable.map(({ name, text, icon, what }) => (
            <Link key={name} className="card svc" to={`/additional-services?what=${what}`}>
              <Icon of={icon} />
              <span>
                <b>{name}</b>
                <br />
                <span className="small muted">{text}</span>
              </span>
              <Icon of={ChevronRight} className="svc__go" />
            </Link>
          ))}
          {soon.map(({ name, text, icon, to }) => {
            const says = (
              <>
                <Icon of={icon} />
                {text ? (
                  <span>
                    <b>{name}</b>
                    <br />
                    <span className="small muted">{text}</span>
                  </span>
                ) : (
                  <b>{name}</b>
                )}
                <Badge tone="soon">Soon</Badge>
              </>
            )
            return to ? (
              <Link key={name} className="card svc svc--soon" to={to}>
                {says}
              </Link>
            ) : (
              <div key={name} className="card svc svc--soon">
                {says}
              </div>
            )
          })}
        </div>
        <ServicesRow services={services.filter(({ notYet }) => notYet === null)} />
      </div>
    </section>
  )
}

const steps = [
  { name: 'Tell us what’s going', text: 'Tap what you own. We work out the van and how long it takes.' },
  { name: 'Compare full prices', text: 'Hours, mileage and charges on one receipt, from every driver free that day.' },
  {
    name: 'Pick your driver',
    text: 'The van’s registration, reviews by people who booked, and insurance documents we have seen.',
  },
  { name: 'Moving day', text: 'They arrive, load, drive, unload. You put the kettle on.' },
]

function HowItWorks() {
  return (
    <section className="band band--white">
      <div className="wrap">
        <div className="band__head">
          <h2>From sofa to sorted</h2>
        </div>
        <ol className="road cells g-5 holds">
          {steps.map(({ name, text }) => (
            <li className="holds cells" key={name}>
              <h3>{name}</h3>
              <p className="muted">{text}</p>
            </li>
          ))}
        </ol>
      </div>
    </section>
  )
}

function ReceiptBand() {
  return (
    <section className="band band--sign">
      <div className="wrap duo">
        <div className="stack">
          <h2>You see the receipt before you book</h2>
          <p className="lead on-sign-2">
            Time is worked out the same way for every driver: the road, the loading, the stairs, the stops. Then it is
            rounded up to the half hour. So you compare like with like.
          </p>
          <ButtonLink look="primary" to="/additional-services">
            Work out my price
          </ButtonLink>
        </div>
        <Receipt title="An example, Walthamstow to Brighton" lines={exampleLines} totalPence={exampleTotalPence} />
      </div>
    </section>
  )
}

const questions = [
  {
    question: 'What if it takes longer than the receipt says?',
    answer:
      'Every price has a ceiling beside it: no more than that for what you told us. If something changes on the day, the extra is a line of its own that you agree to first.',
  },
  {
    question: 'Which van do I need?',
    answer: 'List your things and the van fills up on screen. We suggest the smallest one that takes the lot.',
  },
  {
    question: 'Will the driver help carry?',
    answer: 'You choose: nobody, the driver, or the driver with one or two helpers.',
  },
  {
    question: 'Can you take a wardrobe apart?',
    answer:
      'Yes. Beds, wardrobes, tables and sofas can be taken apart and put back together. It adds time, and you see how much.',
  },
  {
    question: 'Do I travel in the van?',
    answer: 'A Small Van has two seats, the others three. Helpers need one each.',
  },
]

function Questions() {
  return (
    <section className="band band--white">
      <div className="wrap duo duo--top">
        <div>
          <h2>Common questions</h2>
          <Faq questions={questions} />
          <p className="mt-4">
            <Link className="link-btn" to="/faq">
              All questions
            </Link>
          </p>
        </div>
        <Sign className="stack" aria-labelledby="van">
          <h2 className="h3" id="van">
            Got a van?
          </h2>
          <p className="on-sign-2">
            Set your own hours, area and rates. Take the jobs that suit you, turn down the ones that don’t.
          </p>
          <ButtonLink look="sign" to="/work-with-us">
            Work with us
          </ButtonLink>
        </Sign>
      </div>
    </section>
  )
}
