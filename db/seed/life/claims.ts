import { answerBy, statusAfterAnswer, totalOf } from '#modules/bookings/claims/rules.ts'
import { addMinutes } from '#shared/local-time.ts'
import type { Row } from '../rows.ts'
import { byCustomer, byOwner, trailRow, type EventRow, type World } from './booked.ts'

interface Claim {
  name: string
  items: readonly { words: string; askedPence: number; hasPhoto?: boolean }[]
  /** After the move; so are the others, after what was before. */
  madeAfterDays: number
  answer?: { afterDays: number; acceptedPence: number; text: string }
  decision?: { afterDays: number; awardedPence: number; text: string }
}

/** One in each state, the silent company's too. */
const CLAIMS: readonly Claim[] = [
  {
    name: 'claim open',
    items: [
      { words: 'A scratch across the front of the chest of drawers.', askedPence: 9_500, hasPhoto: true },
      { words: 'One of six wine glasses came out of its box broken.', askedPence: 1_200 },
    ],
    madeAfterDays: 1,
  },
  {
    name: 'claim answered',
    items: [
      {
        words: 'The front of the sideboard is scratched from one drawer to the next.',
        askedPence: 14_000,
        hasPhoto: true,
      },
    ],
    madeAfterDays: 2,
    answer: {
      afterDays: 3,
      acceptedPence: 6_000,
      text: 'We carried it wrapped, as you saw. We’ll pay a restorer to mend the scratch, who quotes £60, but not for a new front.',
    },
  },
  {
    name: 'claim settled',
    items: [{ words: 'A leg of the dining table was split when it was taken apart.', askedPence: 4_500 }],
    madeAfterDays: 1,
    answer: { afterDays: 2, acceptedPence: 4_500, text: 'That was us, and we are sorry. We pay all of it this week.' },
  },
  {
    name: 'claim with office',
    items: [
      {
        words: 'A box of books never arrived: a shelf of cookery books, some of them first editions.',
        askedPence: 22_000,
      },
      { words: 'The small chest of drawers has a long scratch.', askedPence: 3_500, hasPhoto: true },
    ],
    madeAfterDays: 3,
  },
  {
    name: 'claim decided',
    items: [
      { words: 'Water got into the mattress, which was carried through the rain without a cover.', askedPence: 18_000 },
    ],
    madeAfterDays: 4,
    answer: {
      afterDays: 5,
      acceptedPence: 0,
      text: 'It rained, and there was no cover on the list. We don’t pay for the weather.',
    },
    decision: {
      afterDays: 6,
      awardedPence: 9_000,
      text: 'A company covers a mattress in the rain, listed or not. It was six years old, so we say half of the price of a new one.',
    },
  },
]

export function claimRows(world: World) {
  const claims = CLAIMS.flatMap((claim) => {
    const booked = world.find(claim.name)
    return booked ? [rowsOf(claim, booked, world)] : []
  })
  return {
    'bookings.claim': claims.map(({ row }) => row),
    'bookings.claim_item': claims.flatMap(({ items }) => items),
    'bookings.event': claims.flatMap(({ events }) => events),
  }
}

function rowsOf(claim: Claim, booked: NonNullable<ReturnType<World['find']>>, { now, photos, admin }: World) {
  const { booking } = booked
  const days = (from: Date, count: number) => addMinutes(from, count * 1440)
  const madeAt = days(booking.move.end, claim.madeAfterDays)
  const due = answerBy(madeAt)
  const askedPence = totalOf(claim.items)
  const { answer, decision } = claim
  const answeredAt = answer ? days(madeAt, answer.afterDays) : null
  const decidedAt = answeredAt && decision ? days(answeredAt, decision.afterDays) : null
  const answered = answer
    ? statusAfterAnswer(answer.acceptedPence, askedPence)
    : due < now
      ? 'with_office'
      : 'with_company'
  const row: Row<'bookings.claim'> = {
    bookingId: booking.id,
    companyId: booking.company.id,
    status: decision ? 'decided' : answered,
    askedPence,
    madeAt,
    answerBy: due,
    answeredAt,
    acceptedPence: answer?.acceptedPence ?? null,
    answer: answer?.text ?? null,
    decidedAt,
    decidedBy: decidedAt && admin.id,
    awardedPence: decision?.awardedPence ?? null,
    decision: decision?.text ?? null,
  }
  const items = claim.items.map(({ words, askedPence: pence, hasPhoto }, position): Row<'bookings.claim_item'> => ({
    bookingId: booking.id,
    position,
    words,
    askedPence: pence,
    photosId: hasPhoto ? photos.take(`${claim.name} ${position}`, 'scratch', madeAt).uploadId : null,
  }))
  const events: EventRow[] = [trailRow(booked, 'claimed', madeAt, byCustomer(booked))]
  if (answeredAt) events.push(trailRow(booked, 'claim_answered', answeredAt, byOwner(booked)))
  if (!answeredAt && answered === 'with_office') events.push(trailRow(booked, 'claim_with_office', due, null))
  if (decidedAt) events.push(trailRow(booked, 'claim_decided', decidedAt, { kind: 'admin', id: admin.id }))
  return { row, items, events }
}
