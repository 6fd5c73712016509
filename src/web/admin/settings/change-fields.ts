// A change as its form has it: texts in the address until it is started.
import type { changeSetting } from '#modules/settings/contract.ts'
import { parsePounds, plainPounds } from '#shared/money.ts'
import type { CallInput } from '#shared/endpoint.ts'
import { formatDateUk } from '#shared/local-time.ts'
import { yearAfter, type Row, type Settings } from './setting-texts.ts'

export type Change = CallInput<typeof changeSetting>['body']['change']

/** Values by the names of the fields. */
export type FormValues = Readonly<Record<string, string>>

/** Address segment of the default, whose subject is empty. */
const EVERYBODY = 'all'
export const subjectInAddress = (subject: string): string => subject || EVERYBODY
export const subjectOf = (text: string): string => (text === EVERYBODY ? '' : text)

/** What the form begins with: the row as it is, from the first of next month. */
export function typedOf({ value }: Row, { usualFromDay, part }: Settings): FormValues {
  const dated = {
    from_day: formatDateUk(usualFromDay),
    ...(part === 'road_charges' || part === 'tolls' ? { check_by: formatDateUk(yearAfter(usualFromDay)) } : {}),
    reason: '',
  }
  if (value.part === 'commission') return { ...dated, percent: value.percent === null ? '' : String(value.percent) }
  if (value.part === 'road_charges') return { ...dated, amount: plainPounds(value.amountPence ?? 0) }
  if (value.part === 'tolls')
    return {
      ...dated,
      ...Object.fromEntries(value.charges.map(({ pence }, index) => [`amount_${index}`, plainPounds(pence)])),
    }
  return {
    ...dated,
    free_until_hours: String(value.freeUntilHours),
    part_until_hours: String(value.partUntilHours),
    part_percent: String(value.partPercent),
  }
}

/** What the form asks for. What is no number is sent as one that is refused at its field. */
export function changeOf({ value }: Row, formValues: FormValues): Change {
  const text = (name: string) => formValues[name]?.trim() ?? ''
  const fromDay = text('from_day')
  const charge = { fromDay, checkBy: text('check_by'), source: text('reason') }
  if (value.part === 'commission')
    return {
      part: 'commission',
      companyId: value.companyId,
      percent: value.companyId && text('percent') === '' ? null : numberIn(text('percent')),
      fromDay,
      reason: text('reason'),
    }
  if (value.part === 'road_charges')
    return {
      part: 'road_charges',
      zone: value.zone,
      vehicleClasses: value.vehicleClasses,
      amountPence: parsePounds(text('amount')) ?? -1,
      ...charge,
    }
  if (value.part === 'tolls')
    return {
      part: 'tolls',
      code: value.code,
      amountsPence: value.charges.map((_, index) => parsePounds(text(`amount_${index}`)) ?? -1),
      ...charge,
    }
  return {
    part: 'cancellation',
    freeUntilHours: numberIn(text('free_until_hours')),
    partUntilHours: numberIn(text('part_until_hours')),
    partPercent: numberIn(text('part_percent')),
    fromDay,
    reason: text('reason'),
  }
}

const numberIn = (text: string): number =>
  /^\d+([.,]\d+)?%?$/.test(text) ? Number(text.replace(',', '.').replace('%', '')) : -1

/** The field of the form that a refusal is about, by the wire's path: `change.amounts_pence.1`. */
export function fieldOf(path: string): string {
  const name = path.replace(/^change\./, '')
  if (name === 'amount_pence') return 'amount'
  if (name.startsWith('amounts_pence')) return `amount_${name.split('.')[1] ?? '0'}`
  return name === 'source' ? 'reason' : name
}
