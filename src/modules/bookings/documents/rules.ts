/** What was agreed, in the words of the mail that the customer keeps: the durable medium of the law (docs/law.md). Pure. */
import {
  HELP_LEVEL_LABELS,
  isStairs,
  NO_STAIRS,
  stairsLabel,
  VAN_NAMES,
  type HelpLevel,
  type VanCategory,
} from '#modules/fleet/rules.ts'
import type { PaymentMethod } from '#modules/companies/rules.ts'
import type { MailRow, MailSection, MailSign } from '#modules/notifications/rules.ts'
import {
  cancellationRows,
  cancellationSteps,
  hoursText,
  type CancellationPolicy,
  coverText,
  waitingText,
  type CustomerTerms,
} from '#modules/pricing/terms/rules.ts'
import { paymentWay, PAYMENT_TEXTS, PAYMENT_WAYS } from '#modules/pricing/commission-rules.ts'
import type { PriceLine } from '#modules/pricing/rules.ts'
import { countOf } from '#shared/texts.ts'
import { formatDuration, minutesOfTimeString } from '#shared/duration.ts'
import { formatDateUk, formatDayTime, localDayOf } from '#shared/local-time.ts'
import { formatPence, type Pence } from '#shared/money.ts'
import { traderText } from '#shared/trader.ts'
import { referenceOf } from '../rules.ts'

export interface Agreement {
  id: string
  start: Date
  totalTime: string
  points: readonly AgreedPoint[]
  vanCategory: VanCategory
  /** Null while no unit has it. */
  van: { make: string; model: string; registration: string } | null
  help: HelpLevel
  pieces: number
  lines: readonly PriceLine[]
  totalPence: Pence
  ceilingPence: Pence
  vatPence: Pence
  minimumTimePence: Pence
  cancellation: CancellationPolicy
  /** Set for a booking that confirmed itself: cancelling is free until then. */
  freeUntil: Date | null
  paymentMethod: PaymentMethod
  isByTransfer: boolean
  companyName: string | null
  terms: CustomerTerms | null
  createdAt: Date
  isConfirmed: boolean
}

interface AgreedPoint {
  flatAndHouse: string | null
  formattedAddress: string | null
  postcode: string
  stairs: number
  town: string
}

/** `us`: who takes the booking, in a line, and how they are reached. */
export function agreementSections(agreed: Agreement, now: Date, us: string): MailSection[] {
  const { terms } = agreed
  return [
    moveSection(agreed),
    priceSection(agreed),
    cancellingSection(agreed, now),
    ...(terms
      ? [
          {
            heading: 'Waiting, damage and loss',
            paragraphs: [`Waiting. ${waitingText(terms)}`, `Damage or loss. ${coverText(terms.cover)}`],
          },
        ]
      : []),
    {
      heading: 'Who you deal with',
      paragraphs: [
        ...(terms ? [`The company. Your contract for the move is with ${traderText(terms.trader)}`] : []),
        `Vanfare. We take the booking as the company’s agent. ${us}`,
      ],
    },
    {
      heading: 'To keep',
      paragraphs: [
        `Attached as they stood when you booked: our Terms & Conditions${agreed.companyName && terms ? ` and the terms of ${agreed.companyName}` : ''}. Keep this email.`,
      ],
    },
  ]
}

function moveSection({ id, start, totalTime, points, vanCategory, van, help, pieces }: Agreement): MailSection {
  return {
    heading: 'Your move',
    rows: [
      { name: 'Booking', value: referenceOf(id) },
      { name: 'When', value: `${formatDayTime(start)}, about ${formatDuration(minutesOfTimeString(totalTime))}` },
      ...points.map((point, index) => ({ name: endName(index, points.length), value: pointText(point) })),
      { name: 'Van', value: van ? `${van.make} ${van.model}, ${van.registration}` : VAN_NAMES[vanCategory] },
      { name: 'Lifting', value: HELP_LEVEL_LABELS[help] },
      ...(pieces > 0 ? [{ name: 'Load', value: countOf(pieces, 'item') }] : []),
    ],
  }
}

const endName = (index: number, count: number): string =>
  index === 0 ? 'From' : index === count - 1 ? 'To' : count === 3 ? 'Stop' : `Stop ${index}`

const pointText = ({ flatAndHouse, formattedAddress, postcode, stairs, town }: AgreedPoint): string => {
  const street = [flatAndHouse, formattedAddress].filter(Boolean).join(', ')
  const where = street.toUpperCase().includes(postcode) ? street : [street || town, postcode].join(', ')
  return stairs !== NO_STAIRS && isStairs(stairs) ? `${where} (${stairsLabel(stairs)})` : where
}

function priceSection(agreed: Agreement): MailSection {
  const { lines, totalPence, ceilingPence, vatPence } = agreed
  const way = paymentWay(agreed)
  const rows: MailRow[] = [
    ...lines.map(({ label, amountPence }) => ({ name: label, value: formatPence(amountPence) })),
    { name: `Total, ${PAYMENT_WAYS[way]}`, value: formatPence(totalPence), isTotal: true },
    { name: 'No more than', value: formatPence(ceilingPence) },
  ]
  return {
    heading: 'What you pay',
    rows,
    paragraphs: [
      vatPence > 0
        ? `VAT of ${formatPence(vatPence)} is in this price.`
        : 'The company is not registered for VAT, so none is charged.',
      PAYMENT_TEXTS[way],
      `Only two things raise the price. Time over, or waiting, is charged by started half hours, but never above ${formatPence(ceilingPence)}. A change to the move that you and the company both agree to, such as more items or another stop, has a line of its own and raises the ceiling with it. Finishing early does not lower the price.`,
    ],
  }
}

function cancellingSection(agreed: Agreement, now: Date): MailSection {
  const { start, minimumTimePence, cancellation, freeUntil, isConfirmed } = agreed
  const steps = cancellationSteps(start, minimumTimePence, cancellation, { freeUntil })
  return {
    heading: 'If you cancel',
    rows: cancellationRows(steps, now, isConfirmed).map(({ when, cost }) => ({ name: when, value: cost })),
    paragraphs: [
      `A company that cancels in the last ${hoursText(cancellation.partUntilHours)} owes you ${formatPence(minimumTimePence)}. The 14-day right to change your mind does not apply to moving goods on a set date.`,
    ],
  }
}

/** The company's own terms, as plain text that every device opens. */
export function companyTermsText(name: string, terms: CustomerTerms, bookedAt: Date): string {
  return [
    `Terms of ${name}`,
    `The terms when you booked, on ${formatDateUk(localDayOf(bookedAt))}.`,
    `Waiting\n${waitingText(terms)}`,
    `Damage or loss\n${coverText(terms.cover)}`,
    `Who they are\n${traderText(terms.trader)}`,
    `In their own words\n${terms.terms.trim() || `${name} has added no terms of its own.`}`,
    'The Terms & Conditions of Vanfare come first: a company’s terms never take away what they give you.\n',
  ].join('\n\n')
}

/** "terms-of-pennant-daughters.txt". */
export function fileNameOf(name: string): string {
  const slug = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')
  return `terms-of-${slug.slice(0, 60) || 'the-mover'}.txt`
}

/** When and where, for the green head of a mail to drivers: towns only, because streets are shown once a job is theirs. */
export const townsOn = ({ start, from, to }: { start: Date; from: string; to: string }): MailSign => ({
  when: formatDayTime(start),
  stops: [{ name: from }, { name: to }],
})

/** The same for the customer: the addresses that were booked, so that a slip is seen at once. */
export const addressesOn = ({ start, agreed }: { start: Date; agreed: Agreement }): MailSign => ({
  when: formatDayTime(start),
  stops: agreed.points.map(({ flatAndHouse, formattedAddress, postcode, town, stairs }) => ({
    name: [flatAndHouse, formattedAddress].filter(Boolean).join(', ') || town,
    detail: [postcode, ...(stairs !== NO_STAIRS && isStairs(stairs) ? [stairsLabel(stairs)] : [])].join(', '),
  })),
})
