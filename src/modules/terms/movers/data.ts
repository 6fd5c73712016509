import { hoursText, partText, type CancellationPolicy } from '#modules/pricing/cancellation/rules.ts'
import { MINIMUM_COVER } from '#modules/companies/rules.ts'
import { ORDER_TEXTS, RANKING_TEXT, RATING_TEXT } from '#modules/quoting/ranking/words/rules.ts'
import { KEPT_DAYS } from '#modules/quoting/rules.ts'
import { formatPounds } from '#shared/money.ts'
import type { Terms } from '../rules.ts'

/** What a mover agrees to by opening an account, with what the platform-to-business rules ask to be said (docs/law.md). */
export const moverTerms = (policy: CancellationPolicy, commissionPercent: number): Terms => ({
  title: 'Terms for companies',
  lead: 'What we do for you, what it costs, how you are ranked, and what happens when we disagree.',
  inForceFrom: '2026-11-22',
  clauses: [
    {
      id: 'between',
      heading: 'Who this is between',
      blocks: [
        'These terms are between you, a business that moves things for customers, and us. They begin when you create a company’s account and end when you close it or we end them as section 8 says.',
        'We act as your agent: we show your prices, take bookings in your name and, where a customer pays by card, take the money on your behalf. The contract for a move is between you and the customer, under our [Terms & Conditions](/terms) and your own terms. Yours may add to ours but never take away what ours give the customer.',
        'You stay the owner of your logo, photos and texts. You allow us to show them with your prices for as long as you have an account.',
      ],
    },
    {
      id: 'joining',
      heading: 'What we need from you',
      blocks: [
        'Before your first job we check your documents: the van’s V5C and MOT, hire and reward insurance, goods in transit insurance, public liability insurance, the right to work of whoever comes, and an operator’s licence for a van above 3,500 kg. A unit whose document has expired is not offered until it is renewed.',
        `Your goods in transit insurance has to pay at least ${formatPounds(MINIMUM_COVER.totalPence)} for a move and ${formatPounds(MINIMUM_COVER.perItemPence)} for one item. Customers see your limits.`,
        'Tell customers who you are: your legal name, your company number if you have one, and an address. The law demands it, and we show them where the customer books.',
      ],
    },
    {
      id: 'prices',
      heading: 'Your prices, and our commission',
      blocks: [
        'You set your rates, your minimum time, your mileage, what waiting costs and your terms, and may change them at any time. A price that a customer holds, and a booking that was made, keep what they were made with.',
        `We charge commission on each completed booking: ${commissionPercent}% of its price without road charges, unless we have agreed another rate with you in writing. The rate is that of the day on which the customer booked. VAT at 20% comes on top of the commission. Being listed costs nothing.`,
        'A customer’s card is charged after the move, by our office, once the hours are confirmed. Cash is yours on the day. Both are on your statement, with our commission and what is owed in either direction. You can query any line of a draft.',
      ],
    },
    {
      id: 'ranking',
      heading: 'How you are ranked',
      blocks: [
        'You are in a customer’s list when your area holds the pick-up, your van and crew fit what was asked for, your calendar is free for the whole time, and the drive to and from your jobs before and after fits. Each company is listed once, with its cheapest unit that can do the job.',
        `${RANKING_TEXT} ${RATING_TEXT}`,
        `So the main parameters are the whole price, the rating with the number of reviews, and the share of bookings that you kept: price because it is what customers ask for first, and the others because they tell the quality of the work. Customers can choose another order. ${Object.values(ORDER_TEXTS).join(' ')}`,
        `For any search of the last ${KEPT_DAYS} days you can ask “Why was I not shown?” in your account, and get the reason.`,
        'We have no vans of our own and no business that competes with yours. No company is treated differently from another, and commission has no influence on the order.',
      ],
    },
    {
      id: 'jobs',
      heading: 'Taking jobs, and giving them up',
      blocks: [
        'Answer a booking by the time it says. If you do not, it goes to other companies at the same price, where the customer allowed it.',
        `Customers who cancel owe you nothing until ${hoursText(policy.freeUntilHours)} before the start, ${partText(policy)} of your minimum time until ${hoursText(policy.partUntilHours)} before, and all of it after that. If you cancel within the last ${hoursText(policy.partUntilHours)}, you owe the customer the same.`,
        'The price and its ceiling hold. Ask for more only through the product, with a reason, and only the customer’s consent makes it due.',
      ],
    },
    {
      id: 'data',
      heading: 'Data',
      blocks: [
        'You see the customer’s streets and contacts once you have confirmed, and may use them for that job only. You keep access to your bookings, reviews, statements and searches for as long as you have an account; you can download what we hold about you. Figures about companies in general, such as usual prices, are ours and name nobody.',
        'We report to HM Revenue and Customs once a year what you earned through us, as platforms must, and give you a copy. The rest is in the [Privacy and Cookie Policy](/privacy-policy).',
      ],
    },
    {
      id: 'changes',
      heading: 'Changes to these terms',
      blocks: [
        '**We give you at least 15 days’ notice** of any change, by email, and more where you need more time to adapt. A change without that notice is void. Until it takes effect you can end your account without notice. You may agree to a change earlier by a clear statement; adding new things to your account during the notice does not count as one.',
        'There is no notice where the law demands a change sooner, or where it averts a present danger to customers, companies or our service, such as fraud.',
      ],
    },
    {
      id: 'restriction',
      heading: 'Restricting, suspending and ending',
      blocks: [
        'We restrict or suspend an account, or a single unit of it, for these reasons only:',
        {
          list: [
            'a document is missing, has expired or was refused',
            'what you told us about yourself, your crew or your van is untrue',
            'asking customers for more than the agreed price outside the product',
            'not coming, or repeatedly cancelling late',
            'danger to people, violence, threats, theft or fraud',
            'breaking the law, or making us break it',
            'not paying what you owe us after a reminder',
          ],
        },
        'When we do, **we tell you by email at or before that time which facts and which of these reasons** led to it. You can object in your account at once; a person who did not decide looks at it again, and if you are right everything is restored without delay.',
        'If we end your account altogether, we tell you the reasons 30 days before. That time does not apply where the law demands that we end it sooner, or where you have broken these terms repeatedly. You may end it at any time; jobs that you have confirmed are still to be done.',
      ],
    },
    {
      id: 'complaints',
      heading: 'Complaints and mediators',
      blocks: [
        'Complain by email or by phone: about these terms, about a technical fault, or about anything that we did or did not do. It is free. A person answers within 5 working days, hears both sides and tells you the outcome with its reasons.',
        'If that does not settle it, we are ready to go to a mediator with you: the [Centre for Effective Dispute Resolution](https://www.cedr.com), or one from the register of the [Civil Mediation Council](https://civilmediation.org). We bear a reasonable share of what it costs. You may go to court at any time, before or after.',
      ],
    },
    {
      id: 'law',
      heading: 'The law that applies',
      blocks: [
        'The law of England and Wales applies. Nothing here limits a right that the law gives you as a business user of a platform.',
      ],
    },
  ],
})
