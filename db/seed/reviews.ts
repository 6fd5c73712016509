import type { SeedCompany } from './companies.ts'
import { makeFirstName } from './people.ts'
import { randomOf, type Random } from './random.ts'
import { ANSWERS_TO_HAPPY, ANSWERS_TO_UNHAPPY, HAPPY, MIXED, THINGS, UNHAPPY } from './review-parts.ts'

export interface SeedReview {
  companyId: string
  bookingId: string | null
  authorName: string
  punctuality: number
  care: number
  value: number
  text: string
  answer: string | null
  createdAt: Date
}

/** A completed booking that its customer has reviewed. */
export interface ReviewedBooking {
  bookingId: string
  authorName: string
  driver: string
  from: string
  to: string
  at: Date
}

/** As many reviews of a company carry words; the others are stars alone. */
const WITH_TEXT = 12

/** A company's reviews: those of the bookings given, and older ones of moves that are no longer kept. */
export function makeReviews(company: SeedCompany, booked: readonly ReviewedBooking[], now: Date): SeedReview[] {
  const random = randomOf(`reviews ${company.name}`)
  const subjects = [...booked.map((one) => ({ ...one })), ...olderMoves(random, company, now)].sort(
    (a, b) => b.at.getTime() - a.at.getTime(),
  )
  const used = new Set<string>()
  return subjects.map((subject, index) => {
    const stars = makeStars(random, company.quality)
    const mean = (stars.punctuality + stars.care + stars.value) / 3
    // The newest reviews mostly have a text, and so have angry ones.
    const hasText = index < WITH_TEXT * 1.25 ? random.chance(0.8) || mean < 3 : mean < 2.5
    const { bookingId, authorName, at } = subject
    const text = hasText ? makeText(random, mean, subject, used) : ''
    return {
      companyId: company.id,
      bookingId,
      authorName,
      ...stars,
      text,
      answer: text === '' ? null : makeAnswer(random, mean, authorName),
      createdAt: at,
    }
  })
}

/** The mean of all stars to two decimals, as a search shows it; null while there is no review. */
export function ratingOf(reviews: readonly SeedReview[]): number | null {
  if (reviews.length === 0) return null
  const stars = reviews.reduce((sum, { punctuality, care, value }) => sum + punctuality + care + value, 0)
  return Math.round((stars * 100) / (reviews.length * 3)) / 100
}

type Subject = Omit<ReviewedBooking, 'bookingId'> & { bookingId: string | null }

function olderMoves(random: Random, company: SeedCompany, now: Date): Subject[] {
  const count = company.isNew
    ? random.weighted([
        [0, 4],
        [1, 2],
        [2, 2],
        [4, 1],
      ])
    : Math.round(6 + random.next() ** 4 * 290)
  const [from, to] = [
    company.createdAt.getTime() + 8 * 86_400_000,
    now.getTime() - (company.isNew ? 1 : 95) * 86_400_000,
  ]
  if (to <= from) return []
  return Array.from({ length: count }, () => {
    const unit = random.pick(company.units)
    return {
      bookingId: null,
      authorName: makeFirstName(random),
      driver: unit.name.replace(/ .*$/, ''),
      from: townOf(random.pick(unit.places.slice(0, 30)).name),
      to: townOf(random.pick(unit.places).name),
      at: new Date(Math.round(random.between(from, to))),
    }
  })
}

/** "Fallowfield" of "Fallowfield and Rusholme", "Roath" of "Roath, Cardiff": as people say where they live. */
export const townOf = (name: string): string => name.replace(/(,| and | north$| south$| east$| west$).*$/, '')

function makeStars(random: Random, quality: number) {
  // A bad day is bad in all three.
  const day = random.chance(Math.max(0.004, (4.9 - quality) * 0.12)) ? -random.between(1.6, 3.2) : 0
  const star = (lean: number) => {
    const exact = quality + 0.12 + lean + day + (random.next() + random.next() - 1) * 0.85
    return Math.min(5, Math.max(1, Math.round(exact)))
  }
  return { punctuality: star(-0.03), care: star(0.06), value: star(-0.06) }
}

function makeText(random: Random, mean: number, subject: Subject, used: Set<string>): string {
  const parts = mean >= 4.3 ? happyParts(random) : mean >= 3 ? mixedParts(random) : unhappyParts(random)
  const sentences = parts.flatMap((list) => {
    const fresh = list.filter((sentence) => !used.has(sentence))
    if (fresh.length === 0) return []
    const sentence = random.pick(fresh)
    used.add(sentence)
    return [fill(random, sentence, subject)]
  })
  return sentences.join(' ')
}

type Parts = readonly (readonly string[])[]

function happyParts(random: Random): Parts {
  const middle = random.shuffle([HAPPY.time, HAPPY.care, HAPPY.people, HAPPY.price]).slice(
    0,
    random.weighted([
      [1, 3],
      [2, 5],
      [3, 2],
    ]),
  )
  return [random.chance(0.75) ? HAPPY.opening : [], ...middle, random.chance(0.5) ? HAPPY.closing : []].map(
    (list) => list ?? [],
  )
}

function mixedParts(random: Random): Parts {
  const good = random.pick([HAPPY.people, HAPPY.care, MIXED.price])
  return [MIXED.opening, MIXED.grumble, good, random.chance(0.6) ? MIXED.closing : []].map((list) => list ?? [])
}

function unhappyParts(random: Random): Parts {
  return [UNHAPPY.opening, UNHAPPY.grumble, random.chance(0.5) ? UNHAPPY.grumble : [], UNHAPPY.after].map(
    (list) => list ?? [],
  )
}

function fill(random: Random, sentence: string, { driver, from, to }: Subject): string {
  const text = sentence
    .replaceAll('{driver}', driver)
    .replaceAll('{from}', from)
    .replaceAll('{to}', to === from ? 'the next street' : to)
    .replaceAll('{thing}', () => random.pick(THINGS))
  return text.charAt(0).toUpperCase() + text.slice(1)
}

function makeAnswer(random: Random, mean: number, author: string): string | null {
  if (!random.chance(mean < 3 ? 0.65 : mean >= 4.3 ? 0.12 : 0.05)) return null
  return random.pick(mean < 3 ? ANSWERS_TO_UNHAPPY : ANSWERS_TO_HAPPY).replaceAll('{author}', author)
}
