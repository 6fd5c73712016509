// What a job loads, beside what the van of the unit takes.
import { numberText } from '#shared/number-text.ts'
import { itemsText } from '#web/kit/bookings/load.ts'
import type { ScheduleAnswer } from './calendar-data.ts'

type Job = Pick<ScheduleAnswer['bookings'][number], 'items' | 'load'>
type Van = ScheduleAnswer['van']

const cubicMetres = (m3: number): string => `${Number(m3.toFixed(1))}`

/** Names and values: "Weight", "1,240 kg of 1,150 kg payload, 2 trips". Nothing to compare where a load is described in words. */
export function loadFacts({ items, load }: Job, van: Van): [name: string, value: string][] {
  if (items === 0) return [['Load', 'Described in words']]
  const trips = load.trips > 1 ? `, ${load.trips} trips` : ''
  const weight = `${numberText(load.weightKg)} kg`
  const room = `${cubicMetres(load.volumeM3)} m³`
  return [
    ['Load', `${itemsText(items)}${trips}`],
    ['Weight', van ? `${weight} of ${numberText(van.payloadKg)} kg payload` : weight],
    ['Room', van ? `${room} of ${cubicMetres(van.volumeM3)} m³` : room],
  ]
}
