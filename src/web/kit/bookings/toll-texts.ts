// What the roads of a move cost, or might, in the words of the screens.
import { formatPence } from '#shared/money.ts'

interface Toll {
  name: string
  amountPence: number | null
  isCertain: boolean
}

const named = (tolls: readonly Toll[]): string =>
  tolls
    .map(({ name, amountPence }) => `${name} (${amountPence === null ? 'by the hour' : formatPence(amountPence)})`)
    .join('; ')

/** Which tolls are in the price, and which might be met and are not. */
export function tollNotes(tolls: readonly Toll[]): string[] {
  const [certain, possible] = [tolls.filter(({ isCertain }) => isCertain), possibleTolls(tolls)]
  return [
    ...(certain.length > 0 ? [`In the price at cost, on the way we worked out: ${named(certain)}.`] : []),
    ...(possible.length > 0
      ? [
          `Depending on the road, the driver may meet a toll: ${named(possible)}. It isn’t in the price, and the driver may not add it without your consent.`,
        ]
      : []),
  ]
}

const possibleTolls = (tolls: readonly Toll[]) => tolls.filter(({ isCertain }) => !isCertain)

/** Beside a ceiling, where it does not hold everything that the roads may cost. */
export const ceilingNote = (tolls: readonly Toll[]): string | null =>
  possibleTolls(tolls).length > 0 ? 'A toll that depends on the road isn’t in it.' : null
