// An offer of a company in words, as a customer reads it.
import type { z } from 'zod'
import type { HelpLevel } from '#modules/fleet/rules.ts'
import { cancellationRows, stepsFromWire, type Confirmation, type WireStep } from '#modules/pricing/terms/rules.ts'
import type { quote } from '#modules/quoting/contract.ts'
import { capitalise } from '#shared/texts.ts'
import { formatPounds } from '#shared/money.ts'
import type { Camel } from '#shared/wire.ts'
import { Facts } from '#web/ui/facts.tsx'

/** A quote, or the same before it is one: without the id by which it is booked. */
export type Offer = Omit<Camel<z.output<typeof quote>>, 'quoteId' | 'validUntil'>

/** "£58 an hour". */
export const rateText = (hourlyPence: number): string => `${formatPounds(hourlyPence)} an hour`

/** "Card or cash". */
export function paymentText(methods: Offer['paymentMethods']): string {
  const names = [...(methods.includes('card') ? ['card'] : []), ...(methods.includes('cash') ? ['cash'] : [])].join(
    ' or ',
  )
  return capitalise(names)
}

const fuelTexts: Partial<Record<Offer['workingUnit']['van']['fuel'], string>> = {
  electric: 'electric',
  hybrid: 'hybrid',
}

/** "Ford Transit, electric, with tail-lift". */
export function vanFacts({ make, model, fuel, hasTailLift }: Offer['workingUnit']['van']): string {
  const name = `${make} ${model}`
  const fuelText = /electric/i.test(name) ? undefined : fuelTexts[fuel]
  return [name, fuelText, hasTailLift ? 'with tail-lift' : undefined].filter(Boolean).join(', ')
}

export interface Included {
  kind: 'people' | 'furniture' | 'stops'
  text: string
}

const peopleTexts: Record<HelpLevel, string> = {
  no_help: 'You load, the driver drives',
  driver_helps: 'One person lifting',
  one_porter: 'Two people lifting',
  two_porters: 'Three people lifting',
}

/** Who comes for the price. */
export const includedPeople = (help: HelpLevel): Included => ({ kind: 'people', text: peopleTexts[help] })

interface CancelTableProps {
  steps: readonly WireStep[]
  now: Date
  isConfirmed: Confirmation
  /** Marks the step that applies now; only for a booking. */
  marksNow?: boolean
}

/** What cancelling costs, by when, in pounds. */
export const CancelTable = ({ steps, now, isConfirmed, marksNow }: CancelTableProps) => (
  <Facts
    className="terms t-sm lh-135 num"
    facts={cancellationRows(stepsFromWire(steps), now, isConfirmed).map(({ when, cost }, index) => ({
      name: when,
      value: cost,
      ...(marksNow && index === 0 ? { now: 'This is where you are' } : {}),
    }))}
  />
)
