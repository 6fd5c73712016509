import { z } from 'zod'
import { companyId, markColour, multilineText, cover, getCompanyProfile, trader } from '#modules/companies/contract.ts'
import { FUELS } from '#modules/fleet/vans/rules.ts'
import { helpLevel, vanCategory } from '#modules/quoting/contract.ts'
import { endpoint, refusal } from '#shared/endpoint.ts'
import { keyPageOf, keyPageQuery } from '#shared/page.ts'
import { nameShape } from '#shared/schemas.ts'
import { LONGEST_ANSWER, LONGEST_REVIEW, REVIEW_ORDERS } from './rules.ts'

/**
 * One review for each completed booking, by its customer signed in or at the emailed address, and the company's one
 * answer.
 */

const mark = z.int('Give one to five stars.').min(1, 'Give one to five stars.').max(5, 'Give one to five stars.')
const marks = { punctuality: mark, care: mark, value: mark }

export const ownReview = z.object({ ...marks, text: z.string(), created_at: z.iso.datetime() })

/** Public form of a review: a first name, the towns and the month. */
export const review = ownReview.extend({
  id: z.uuid(),
  author_name: z.string(),
  /** Null for moves that are no longer kept. */
  move: z.object({ from: z.string(), to: z.string(), van_category: vanCategory, man_power: helpLevel }).nullable(),
  answer: z.object({ text: z.string(), answered_at: z.iso.datetime().nullable() }).nullable(),
})
nameShape('Review', review)

export const reviewedCompany = z.object({
  id: z.uuid(),
  name: z.string(),
  mark_colour: markColour,
  logo_url: z.string().nullable(),
})

/**
 * Hash of the review's link, different from that of the booking's own link; a signed-in customer may use the booking’s
 * id instead.
 */
const params = z.object({ hash: z.string().regex(/^[A-Za-z0-9_-]{20,100}$/) })

export const notFinished = refusal('not_finished', 409, 'A move can be reviewed once it is finished.')
export const alreadyReviewed = refusal(
  'already_reviewed',
  409,
  'This move has already been reviewed. Each move can be reviewed once.',
)
export const alreadyAnswered = refusal(
  'already_answered',
  409,
  'You’ve already answered this review. Each review gets one answer.',
)

export const getReviewPage = endpoint({
  id: 'getReviewPage',
  method: 'GET',
  path: '/booking/{hash}/review/',
  summary: 'Get the move to review by its emailed address or, as its customer, by its id',
  access: 'public',
  isSecret: true,
  params,
  answer: z.object({
    company: reviewedCompany,
    move: z.object({
      start_at: z.iso.datetime(),
      from: z.object({ place: z.string(), outcode: z.string() }),
      to: z.object({ place: z.string(), outcode: z.string() }),
      total_time: z.string(),
      distance: z.int(),
      estimated: z.boolean(),
      van_category: vanCategory,
      registration: z.string().nullable(),
    }),
    is_finished: z.boolean(),
    /** The booking was cancelled or not done: it will never be finished. */
    is_off: z.boolean(),
    /** Null until it is given. */
    review: ownReview.nullable(),
  }),
  limit: { name: 'review-page', per: 'address', count: 60, seconds: 60 },
})

export const reviewBooking = endpoint({
  id: 'reviewBooking',
  method: 'POST',
  path: '/booking/{hash}/review/',
  summary: 'Review a completed move, once: at the emailed address, or logged in by the booking’s id',
  access: 'public',
  isSecret: true,
  params,
  body: z.strictObject({ ...marks, text: multilineText(LONGEST_REVIEW).default('') }),
  status: 201,
  answer: ownReview,
  refusals: [notFinished, alreadyReviewed],
  keyless: 'a booking has one review; the same sent again is answered as before.',
  limit: { name: 'review', per: 'address', count: 30, seconds: 3600 },
})

export const listCompanyReviews = endpoint({
  id: 'listCompanyReviews',
  method: 'GET',
  path: '/company/{id}/reviews/',
  summary: 'What customers say of a company: the newest, the best or the worst first',
  access: 'public',
  params: companyId,
  query: z.object({
    ...keyPageQuery,
    page_size: z.coerce.number().int().min(1).max(50).default(10),
    order: z.enum(REVIEW_ORDERS).default('newest'),
  }),
  answer: keyPageOf(review),
  freshSeconds: 60,
  limit: { name: 'company-reviews', per: 'address', count: 120, seconds: 60 },
})

export const getWhatPeopleSay = endpoint({
  id: 'getWhatPeopleSay',
  method: 'GET',
  path: '/reviews/of-everybody/',
  summary:
    'How many reviews all companies have, their mean, and the newest that say something, one for each of three companies',
  access: 'public',
  answer: z.object({
    count: z.int(),
    /** To one decimal; null without any review. */
    rating: z.number().nullable(),
    results: z.array(
      review.pick({ id: true, author_name: true, text: true, move: true }).extend({
        rating: z.number(),
        company: z.object({ id: z.uuid(), name: z.string() }),
      }),
    ),
  }),
  freshSeconds: 300,
  limit: { name: 'reviews-of-everybody', per: 'address', count: 120, seconds: 60 },
})

export const answerReview = endpoint({
  id: 'answerReview',
  method: 'POST',
  path: '/reviews/{id}/answer/',
  summary: 'The company’s one answer to a review, for everybody to read',
  access: ['driver'],
  params: z.object({ id: z.uuid() }),
  body: z.strictObject({ text: multilineText(LONGEST_ANSWER).pipe(z.string().min(1, 'Write your answer.')) }),
  answer: review,
  refusals: [alreadyAnswered],
})

/** A company's public page: its own text, its vans, its track record and its marks. */

export const getCompanyPage = endpoint({
  id: 'getCompanyPage',
  method: 'GET',
  path: '/company/{id}/public-profile/',
  summary: 'Get a company’s public page',
  access: 'public',
  params: companyId,
  answer: getCompanyProfile.answer.extend({
    trader,
    cover,
    /** Insurance policies that the office has seen and that are valid today. */
    papers: z.array(z.object({ kind: z.enum(['goods_in_transit', 'public_liability']), expires_on: z.iso.date() })),
    /** Whether it can be found in a search now. */
    takes_jobs: z.boolean(),
    vans: z.array(
      z.object({
        category: vanCategory,
        make: z.string(),
        model: z.string(),
        registration: z.string(),
        has_tail_lift: z.boolean(),
        fuel: z.enum(FUELS),
        euro_class: z.int().nullable(),
        /**
         * Number of people who work with it and have a checked right to work. The crew is named once a booking is
         * confirmed.
         */
        people: z.int(),
      }),
    ),
    /** Hourly prices of its vans; the total for a job is in a search. Null until it has set its prices. */
    prices: z
      .object({
        hourly: z.array(z.object({ van_category: vanCategory, help_level: helpLevel, pence_per_hour: z.int() })),
        minimum_minutes: z.int(),
        minimum_minutes_two_porters: z.int(),
        included_miles: z.number(),
        pence_per_mile: z.int(),
        out_of_hours_percent: z.int(),
        waiting_pence_per_half_hour: z.int(),
        free_waiting_minutes: z.int(),
      })
      .nullable(),
    /** Areas ("SW") and districts ("SW1A") in which it picks up. */
    districts: z.array(z.string()),
    /** Null until it has finished five jobs. */
    figures: z
      .object({
        finished: z.int(),
        started: z.int(),
        on_time: z.int(),
        price_kept: z.int(),
        cancelled: z.int(),
        last_cancelled_at: z.iso.datetime().nullable(),
        reply_minutes: z.int().nullable(),
      })
      .nullable(),
    /** Number of reviews by their mean, rounded, from one to five stars. */
    distribution: z.array(z.int()).length(5),
    /** Means of all reviews; null without any. */
    marks: z.object({ punctuality: z.number(), care: z.number(), value: z.number() }).nullable(),
  }),
  freshSeconds: 60,
  limit: { name: 'company-page', per: 'address', count: 120, seconds: 60 },
})
