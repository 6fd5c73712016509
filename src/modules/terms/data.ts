import { MINIMUM_COVER } from '#modules/companies/rules.ts'
import { PAYMENT_TEXTS } from '#modules/pricing/commission-rules.ts'
import { hoursText, partText, type CancellationPolicy } from '#modules/pricing/terms/rules.ts'
import { KEPT_DAYS } from '#modules/quoting/rules.ts'
import { ORDER_TEXTS, RANKING_TEXT, RATING_TEXT } from '#modules/quoting/search/rules.ts'
import { capitalise } from '#shared/texts.ts'
import { formatPounds } from '#shared/money.ts'
import type { Terms } from './rules.ts'

/**
 * Terms that a customer accepts by booking, with the cancellation policy then in force. A change gets a new date, and
 * earlier bookings keep theirs: it was emailed to them.
 */
export const customerTerms = (policy: CancellationPolicy): Terms => ({
  title: 'Terms & Conditions',
  lead: 'Who moves you, what it costs, and what happens when plans change.',
  inForceFrom: '2026-11-22',
  clauses: [
    {
      id: 'who',
      heading: 'Who you deal with',
      blocks: [
        'Vanfare is a marketplace. You tell us about your move, we show you the whole price of every removal company that can do it, and you pick one. We act as that company’s agent when we take your booking.',
        'The contract for the move itself is between you and the company named on your booking (“the company”). The company brings the van and the crew, carries your things, and is responsible for how that is done. We are responsible for what we do: showing the price, taking the booking, passing it on and keeping both sides informed.',
        'You see the company’s legal name, and its company number if it has one, before you book. Its address is in its terms and in your confirmation email.',
        'A company may have terms of its own. We show them to you before you book, send them with your confirmation and keep them with your booking. They add to these terms and never override them.',
        'The company pays us a commission out of the price you see. You pay nothing on top of it.',
      ],
    },
    {
      id: 'price',
      heading: 'The price',
      blocks: [
        'The price we show first is the whole price for what you told us. Every charge that cannot be avoided is in it: the hours, the mileage, times outside the company’s standard hours, and road charges such as the ULEZ or the Congestion Charge where that van pays them on your route. VAT is in it where the company is registered for VAT; a company that is not charges none.',
        'Tolls that depend on the road the driver takes are not in it, because we cannot see that road: those of the Dartford Crossing, of the Blackwall and Silvertown tunnels, of the Mersey and Tyne crossings and of the M6 Toll. The driver may not add them without your consent.',
        'Time is worked out the same way for every company: driving, loading and unloading, stairs, extra stops, taking furniture apart and putting it together. It is rounded up to the half hour. Companies have a minimum time, and you see it on the receipt.',
        'A price is held for you for 30 minutes. Once you have booked, it does not change unless you and the company both agree to a change, which is then written down with a price of its own.',
      ],
    },
    {
      id: 'ceiling',
      heading: 'The price ceiling',
      blocks: [
        'Beside each price stands a ceiling: “no more than” that amount for what you told us. It covers the next half hour. If the move takes longer than that although nothing about it changed, you do not pay more.',
        'If something is different on the day (more things, another stop, more stairs, late keys), the company proposes the change with its price, and you decide. Without your consent the ceiling holds. Nobody may ask you for more on the doorstep.',
      ],
    },
    {
      id: 'what-you-tell-us',
      heading: 'What you tell us',
      blocks: [
        'The price can only be right if the list is right. Tell us about everything that goes, the stairs and lifts at each address, and anything heavy, fragile or awkward. Add photos if you can.',
        'The van has to hold it by room and by weight, and to have a seat for everybody who comes with it. You may pick a smaller van than we suggest, and we will say plainly that it is too small; a second trip is then extra time that you agree to first.',
        'Companies do not carry anything illegal or stolen, explosives, gas bottles, fuel and other dangerous goods, living animals, or waste for the tip, which needs a licence of its own. Keep money, jewellery, passports and medicines with you.',
      ],
    },
    {
      id: 'booking',
      heading: 'Booking, and what happens next',
      blocks: [
        'You order by pressing the button that says “Book for” and the price. It is an order: once a company has confirmed, you have to pay for the move. Booking needs an account with an email address that you have confirmed. Until you confirm it, nobody’s time is held for you.',
        'The company then has until the earlier of 12 hours from your booking and 2 hours before the start to confirm, but never less than 20 minutes. If they do not, and you allowed it, we offer your move at the same price to every other company that can do it, and the first to confirm has it. If nobody takes it, we’ll tell you, you owe nothing, and you can pick another time.',
        'Until a company has confirmed, there is no contract for the move.',
        'We email you all of it to keep: the receipt, the ceiling, what cancelling costs and until when, who the company is, these terms and the company’s own.',
      ],
    },
    {
      id: 'paying',
      heading: 'Paying',
      blocks: [
        'You choose how to pay when you book, from the ways that the company takes.',
        `**Card.** ${PAYMENT_TEXTS.card} If you have not answered 24 hours after the move, its hours count as confirmed, up to the ceiling.`,
        `**Cash.** ${PAYMENT_TEXTS.cash}`,
        'The money is the company’s; we take card payments on the company’s behalf. Ask the company for an invoice for the move. We invoice our commission to the company, not to you.',
      ],
    },
    {
      id: 'cancelling',
      heading: 'Cancelling',
      blocks: [
        'You can cancel at any time. What that costs depends on how long before the start you do it. You see the steps in pounds, with their days and times, before you book, in your confirmation and on your booking’s page.',
        {
          caption: 'What it costs to cancel',
          head: ['When you cancel', 'You pay'],
          rows: [
            ['Before any company has confirmed', 'Nothing'],
            [`More than ${hoursText(policy.freeUntilHours)} before the start`, 'Nothing'],
            [
              `Between ${policy.freeUntilHours} and ${policy.partUntilHours} hours before`,
              `${capitalise(partText(policy))} of the company’s minimum time, at your hourly rate`,
            ],
            [`Less than ${hoursText(policy.partUntilHours)} before`, 'The company’s minimum time, at your hourly rate'],
          ],
        },
        `It works both ways. A company that cancels less than ${hoursText(policy.partUntilHours)} before the start owes you the same amount. You do not have to claim it: we credit it to you, and look for another company at the price that you agreed.`,
        '**There is no 14-day right to cancel.** The law that gives you 14 days to change your mind about things bought at a distance does not apply to the transport of goods on a particular date (Consumer Contracts Regulations 2013, regulation 28). What applies is the table above.',
      ],
    },
    {
      id: 'on-the-day',
      heading: 'On the day',
      blocks: [
        'Be there, or have somebody there, at both ends. Make sure that the van can stop nearby: if a parking bay has to be suspended, it is for you to arrange that with the council in good time.',
        'The clock starts when the company presses start and stops when the move is finished, and you see the same clock.',
        'Each company sets what waiting costs, for late keys for instance: so many minutes free, then so much for each half hour. You see both before you book. Waiting never takes the price above the ceiling.',
      ],
    },
    {
      id: 'damage',
      heading: 'If something goes wrong',
      blocks: [
        `Companies must have insurance for carrying goods for others. We check the documents before a company’s first job and on renewal. The policy has to pay at least ${formatPounds(MINIMUM_COVER.totalPence)} for a move and ${formatPounds(MINIMUM_COVER.perItemPence)} for one item; your company’s limits are shown beside its price.`,
        'If something is damaged or lost, tell the company at once, take photos, and tell us too within 7 days, so that it can still be looked into.',
        'The company is bound by law to work with reasonable care and skill (Consumer Rights Act 2015). Nothing in these terms takes away a right that the law gives you, and nothing limits anybody’s liability for death or injury caused by negligence, or for fraud.',
        'Come to us with a complaint about a company or about us. We answer within 5 working days, and we hear both sides.',
      ],
    },
    {
      id: 'ranking',
      heading: 'How we order prices, and reviews',
      blocks: [
        `${RANKING_TEXT} ${RATING_TEXT}`,
        `You can choose another order. ${Object.values(ORDER_TEXTS).join(' ')}`,
        'A company is shown when its area holds your pick-up, its van fits what you asked for, and it is free for the whole time, the drive between its jobs included. Only somebody whose move was completed can review it, once. The company may answer.',
      ],
    },
    {
      id: 'account',
      heading: 'Your account',
      blocks: [
        'Keep your password to yourself and your details true. We may block an account that is used to cheat, to harm others or to break the law, and we say why. You can close your account at any time; see the [Privacy and Cookie Policy](/privacy-policy) for what happens to your data.',
      ],
    },
    {
      id: 'law',
      heading: 'The law that applies',
      blocks: [
        'The law of England and Wales applies. If you live in Scotland or Northern Ireland, you keep the protection of the law there and may go to the courts there. If we change these terms, the ones in force when you booked hold for that booking.',
      ],
    },
  ],
})

/**
 * Terms that a company accepts by opening an account, with the contents that the platform-to-business rules require
 * (docs/law.md).
 */
export const termsForCompanies = (policy: CancellationPolicy, commissionPercent: number): Terms => ({
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
        'Before your first job we check your documents: the van’s V5C and MOT, hire and reward insurance, goods in transit insurance, public liability insurance, the right to work of everyone who comes, and an operator’s licence for a van above 3,500 kg. A unit whose document has expired is not offered until it is renewed.',
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
