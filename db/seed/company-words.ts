import { formatDuration } from '#shared/duration.ts'
import { formatPounds } from '#shared/money.ts'
import type { Random } from './random.ts'
import type { SeedTariff } from './tariffs.ts'

export interface CompanyFacts {
  name: string
  place: string
  firstName: string
  sinceYear: number
  vans: number
  hasLuton: boolean
  hasElectric: boolean
}

/** What a company says of itself: four or five sentences of its own choice. */
export function aboutText(random: Random, facts: CompanyFacts): string {
  const { name, place, firstName, sinceYear, vans, hasLuton, hasElectric } = facts
  const who =
    vans === 1
      ? [
          `${name} is ${firstName}, one van and a lot of blankets, based in ${place} since ${sinceYear}.`,
          `I'm ${firstName}. I started ${name} in ${sinceYear} after years of driving for bigger firms, and I still do every job myself.`,
          `One driver, one van: ${firstName} has been moving people in and out of ${place} since ${sinceYear}.`,
        ]
      : [
          `${name} began in ${sinceYear} with one van outside a flat in ${place}. There are ${numberWord(vans)} of them now, and ${firstName} still answers the phone.`,
          `We are a small crew from ${place}, at it since ${sinceYear}, with ${numberWord(vans)} vans and the same faces every week.`,
          `${firstName} started ${name} in ${sinceYear}. ${capitalise(numberWord(vans))} vans later, it is still a family business in ${place}.`,
          `From ${place}, ${numberWord(vans)} vans and crews who have worked together for years. ${firstName} set up ${name} in ${sinceYear}.`,
        ]
  const how = [
    'Every van carries blankets, straps, a sack truck and a tool kit, so nothing travels loose.',
    'We ring the evening before and again when we set off, so you never wait at the window.',
    'We wrap mattresses and sofas as a matter of course and photograph anything delicate before it moves.',
    'Beds and wardrobes come apart in your old bedroom and go back together in the new one, screws in a labelled bag.',
    'We lay floor runners on new carpet and put the door protectors up before the first box goes out.',
    'We would rather make two careful trips down the stairs than one quick one.',
    'Tell us about the awkward piece first. Pianos, range cookers and American fridges are a normal Tuesday for us.',
    'Students, first flats, downsizers, one sofa across town: small moves get the same care as big ones.',
    'We turn up on time, because the keys, the lift booking and the neighbours do not wait.',
  ]
  const extra = [
    'We have public liability insurance to £2 million; ask to see the documents.',
    'We know which of our streets need a bay suspension and will tell you how to ask for one.',
    'What you cannot take, we can drop at a charity shop on the way.',
    'Two of us are trained in moving pianos.',
    'We speak English, Polish and a little patience.',
    'Boxes can be dropped off a week before.',
    ...(hasLuton ? ['The Luton has a tail-lift, which your washing machine will thank you for.'] : []),
    ...(hasElectric
      ? ['Our electric van pays no ULEZ charge and half the Congestion Charge, and the saving is yours.']
      : []),
  ]
  return [
    random.pick(who),
    ...random.shuffle(how).slice(0, 2),
    ...random.shuffle(extra).slice(0, random.int(1, 2)),
  ].join(' ')
}

export interface SeedCover {
  totalPence: number
  perItemPence: number
}

/** What each says of its insurance, with what it covers. */
const COVERS: readonly { cover: SeedCover; clause: string }[] = [
  {
    cover: { totalPence: 1_000_000, perItemPence: 150_000 },
    clause:
      'Goods in transit are insured to £10,000 a move and £1,500 an item, with an excess of £100. Jewellery, cash and documents travel with you.',
  },
  {
    cover: { totalPence: 1_500_000, perItemPence: 200_000 },
    clause:
      'Goods in transit are insured to £15,000 a move. Please tell us beforehand about any single item worth more than £2,000.',
  },
  {
    cover: { totalPence: 2_000_000, perItemPence: 250_000 },
    clause:
      'We insure what we carry to £20,000 a move and £2,500 an item. Flat-pack furniture that was not taken apart is carried at your risk.',
  },
]

/** The terms shown beside a company's price, with the company's own figures, and the cover of its insurance. */
export function makeTerms(
  random: Random,
  tariff: SeedTariff,
  isVatRegistered: boolean,
): { terms: string; cover: SeedCover } {
  const insured = random.pick([...COVERS])
  const { includedMiles, pencePerMile, waitingPencePerHalfHour, freeWaitingMinutes } = tariff
  const clauses = [
    `Time is charged in half hours from arrival at the pick-up to the last item at the drop-off. The minimum is ${minimumText(tariff)}.`,
    `The first ${includedMiles} miles are included; each further mile is ${formatPounds(pencePerMile)}.`,
    `Work outside our standard hours, and on bank holidays, is ${tariff.outOfHoursPercent}% more for those hours only.`,
    `${freeWaitingMinutes} minutes of waiting for keys or access are free. After that it is ${formatPounds(waitingPencePerHalfHour)} for each half hour begun, and the ceiling on your quote still holds.`,
    random.pick([
      'Please have boxes closed and taped when we arrive. We are happy to pack, but packing is charged as time.',
      'Boxes should be taped and no heavier than one person can lift.',
      'Pack small and heavy things in small boxes. Open bags and loose items slow the job and are at your own risk.',
    ]),
    random.pick([
      'Please arrange parking within 20 metres of both doors. A fine for a bay you asked us to use is yours; one for our own mistake is ours.',
      'Parking permits and bay suspensions are for you to arrange; tell us early and we will say what the council needs.',
      'If there is no legal place to stop near the door, tell us before the day so that we can plan the carry.',
    ]),
    insured.clause,
    random.pick([
      'We do not carry fuel, gas bottles, paint thinner or anything alive except house plants.',
      'No gas bottles, petrol or chemicals, please. Fridges should be empty and switched off the night before.',
      'Washing machines need their transit bolts; gas and water must be disconnected by a fitter before we arrive.',
    ]),
    random.pick([
      'Damage should be reported within 48 hours with photographs. We answer every claim within five working days.',
      'Tell the crew of any damage before they leave, or us within two days, and we will put it right.',
    ]),
    isVatRegistered
      ? 'Prices include VAT at 20%. A VAT invoice is sent after the move.'
      : 'We are not registered for VAT, so none is charged.',
  ]
  return { terms: clauses.map((clause, index) => `${index + 1}. ${clause}`).join('\n'), cover: insured.cover }
}

function minimumText({ minimumMinutes, minimumMinutesTwoPorters }: SeedTariff): string {
  const usual = formatDuration(minimumMinutes)
  return minimumMinutes === minimumMinutesTwoPorters
    ? usual
    : `${usual}, or ${formatDuration(minimumMinutesTwoPorters)} with two helpers`
}

const NUMBERS = ['no', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight']
const numberWord = (count: number): string => NUMBERS[count] ?? String(count)
const capitalise = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1)
