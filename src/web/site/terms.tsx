import { Link } from 'react-router'
import type { PageHandle } from '#web/kit/page/page-handle.ts'
import { pageMeta } from '#web/kit/page/page-meta.ts'
import { getPostcodeSource } from '#modules/geo/contract.ts'
import { apiContext } from '#web/kit/page/context.ts'
import type { Route } from './+types/terms'
import { PolicyPage, PolicyTable, type Section } from './policy-page.tsx'

export const handle: PageHandle = { hydrate: 'intent', isPublic: true }

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, {
    title: 'Terms & Conditions',
    description:
      'What you agree to when you book a move through Vanfare: who moves you, what it costs, and what a change costs.',
    path: '/terms',
  })

/** The attribution required by the postcode data's licence, once any is imported. */
export async function loader({ context }: Route.LoaderArgs): Promise<{ attribution: string | null }> {
  const source = await context.get(apiContext)(getPostcodeSource)
  return { attribution: source.ok ? source.data.attribution : null }
}

export default function Terms({ loaderData: { attribution } }: Route.ComponentProps) {
  return (
    <PolicyPage
      title="Terms & Conditions"
      lead="Who moves you, what it costs, and what happens when plans change."
      inForce="20 November 2026"
      sections={attribution ? [...sections, sourcesOf(attribution)] : sections}
    />
  )
}

const sourcesOf = (attribution: string): Section => ({
  id: 'sources',
  heading: 'Where our data comes from',
  text: <p>{attribution}</p>,
})

const sections: readonly Section[] = [
  {
    id: 'who',
    heading: 'Who you deal with',
    text: (
      <>
        <p>
          Vanfare is a marketplace. You tell us about your move, we show you the whole price of every removal company
          that can do it, and you pick one. We act as that company’s agent when we take your booking.
        </p>
        <p>
          The contract for the move itself is between you and the company named on your booking (“the mover”). The mover
          brings the van and the crew, carries your things, and is answerable for how that is done. We are answerable
          for what we do: showing the price, taking the booking, passing it on and keeping both sides informed.
        </p>
        <p>
          A mover may have terms of its own: what it carries, how goods are covered, what waiting costs. We show them to
          you before you book and keep them with your booking. They add to these terms and never override them.
        </p>
        <p>For this the mover pays us a commission out of the price you see. You pay nothing on top of it.</p>
      </>
    ),
  },
  {
    id: 'price',
    heading: 'The price',
    text: (
      <>
        <p>
          The price we show first is the whole price for what you told us. Every charge that cannot be avoided is in it:
          the hours, the mileage, times outside the mover’s standard hours, and road charges such as the ULEZ or the
          Congestion Charge where that van pays them on your route. VAT is in it where the mover is registered for VAT;
          a mover that is not charges none.
        </p>
        <p>
          Tolls that depend on the road the driver takes are not in it, because we cannot see that road: those of the
          Dartford Crossing, of the Blackwall and Silvertown tunnels, of the Mersey and Tyne crossings and of the M6
          Toll. The driver may not add them without your consent.
        </p>
        <p>
          Time is worked out the same way for every mover: driving, loading and unloading, stairs, extra stops, taking
          furniture apart and putting it together. It is rounded up to the half hour. Movers have a minimum time, and
          you see it on the receipt.
        </p>
        <p>
          A price is held for you for 30 minutes. Once you have booked, it does not change, unless you and the mover
          both agree to a change in the product, with its own line.
        </p>
      </>
    ),
  },
  {
    id: 'ceiling',
    heading: 'The price ceiling',
    text: (
      <>
        <p>
          Beside each price stands a ceiling: “no more than” that amount for what you told us. It covers the next half
          hour. If the move takes longer than that although nothing about it changed, you do not pay more.
        </p>
        <p>
          If something is different on the day (more things, another stop, more stairs, keys that are late), the mover
          proposes the change with its price, and you decide. Without your consent the ceiling holds. Nobody may ask you
          for more on the doorstep.
        </p>
      </>
    ),
  },
  {
    id: 'what-you-tell-us',
    heading: 'What you tell us',
    text: (
      <>
        <p>
          The price can only be right if the list is right. Tell us about everything that goes, the stairs and lifts at
          each address, and anything heavy, fragile or awkward. Add photos if you can.
        </p>
        <p>
          The van has to hold it by room and by weight, and has a seat for everybody who comes with it. You may pick a
          smaller van than we suggest, and we will say plainly that it is too small; a second trip is then extra time
          that you agree to first.
        </p>
        <p>
          Things that movers do not carry: anything illegal or stolen, explosives, gas bottles, fuel and other dangerous
          goods, living animals, and waste for the tip, which needs a licence of its own. Keep money, jewellery,
          passports and medicines with you.
        </p>
      </>
    ),
  },
  {
    id: 'booking',
    heading: 'Booking, and what happens next',
    text: (
      <>
        <p>
          You order by pressing the button that says so and names the price; by that you take on the duty to pay.
          Booking needs an account with an e-mail address that you have confirmed. Until you confirm it, nobody’s time
          is held for you.
        </p>
        <p>
          The mover then has until the earlier of 12 hours from your booking and 2 hours before the start to confirm,
          but never less than 20 minutes. If they do not, and you allowed it, we offer your move at the same price to
          every other mover that can do it, and the first to confirm has it. If nobody takes it, we tell you, you owe
          nothing, and you can pick another time.
        </p>
        <p>Until a mover has confirmed, there is no contract for the move.</p>
      </>
    ),
  },
  {
    id: 'paying',
    heading: 'Paying',
    text: (
      <p>
        You pay in cash on the day or by card, as the mover allows and as you chose when booking. The money is the
        mover’s; we take card payments on the mover’s behalf. Ask the mover for an invoice of the move; we invoice our
        commission to the mover.
      </p>
    ),
  },
  {
    id: 'cancelling',
    heading: 'Cancelling',
    text: (
      <>
        <p>
          You can cancel at any time. What that costs depends on how long before the start you do it, and you see the
          exact amount before you confirm.
        </p>
        <PolicyTable
          caption="What it costs to cancel"
          head={['When you cancel', 'You pay']}
          rows={[
            ['Before any mover has confirmed', 'Nothing'],
            ['More than 48 hours before the start', 'Nothing'],
            ['Between 48 and 24 hours before', 'Half of the mover’s minimum time, at your hourly rate'],
            ['Less than 24 hours before', 'The mover’s minimum time, at your hourly rate'],
          ]}
        />
        <p>
          It works both ways. A mover who cancels less than 24 hours before the start owes you the same amount. It
          becomes a credit by itself, and we look for another mover at the price that you agreed.
        </p>
        <p>
          <b>There is no 14-day right to cancel.</b> The law that gives you 14 days to change your mind about things
          bought at a distance does not apply to the transport of goods on a particular date (Consumer Contracts
          Regulations 2013, regulation 28). What applies is the table above.
        </p>
      </>
    ),
  },
  {
    id: 'on-the-day',
    heading: 'On the day',
    text: (
      <>
        <p>
          Be there, or have somebody there, at both ends. See that the van can stop nearby: if a parking bay has to be
          suspended, that is yours to arrange with the council in good time.
        </p>
        <p>
          The clock starts when the mover presses start and stops when the move is finished, and you see the same clock.
          The first 30 minutes of waiting, for keys for instance, are free; after that it is charged by the half hour at
          the rate that the mover declared.
        </p>
      </>
    ),
  },
  {
    id: 'damage',
    heading: 'If something goes wrong',
    text: (
      <>
        <p>
          Movers must have insurance for carrying goods for others, and we look at the documents before their first job
          and whenever they expire. If something is damaged or lost, tell the mover at once, take photos, and tell us
          too within 7 days, so that it can still be looked into.
        </p>
        <p>
          The mover is bound by law to work with reasonable care and skill (Consumer Rights Act 2015). Nothing in these
          terms takes away a right that the law gives you, and nothing limits anybody’s liability for death or injury
          caused by negligence, or for fraud.
        </p>
        <p>
          Come to us with a complaint about a mover or about us. We answer within 5 working days, and we hear both
          sides.
        </p>
      </>
    ),
  },
  {
    id: 'ranking',
    heading: 'How we order prices, and reviews',
    text: (
      <>
        <p>
          Movers are ordered by best value: the price first, then the rating. You can order them by price, by rating or
          by earliest free time instead. No mover can pay for a better place.
        </p>
        <p>
          A mover is shown when its area holds your pick-up, its van fits what you asked for, and it is free for the
          whole time, the drive between its jobs included. Only somebody whose move was completed can review it, once.
          The company may answer.
        </p>
      </>
    ),
  },
  {
    id: 'account',
    heading: 'Your account',
    text: (
      <p>
        Keep your password to yourself and your details true. We may block an account that is used to cheat, to harm
        others or to break the law, and we say why. You can close your account at any time; see the{' '}
        <Link to="/privacy-policy">Privacy and Cookie Policy</Link> for what happens to your data.
      </p>
    ),
  },
  {
    id: 'law',
    heading: 'The law that applies',
    text: (
      <p>
        The law of England and Wales applies. If you live in Scotland or Northern Ireland, you keep the protection of
        the law there and may go to the courts there. If we change these terms, the ones in force when you booked hold
        for that booking.
      </p>
    ),
  },
]
