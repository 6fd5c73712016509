// Maps the server's errors, named by field path, to fields on the screens.
import { capitalise } from '#shared/texts.ts'
import type { FieldErrors } from '#shared/endpoint.ts'
import { ownValue } from '#shared/records.ts'
import { pointName } from '#web/kit/bookings/booking-texts.ts'
import type { Missing } from './draft-steps.ts'
import type { Step } from '../steps.ts'
import { stopTextNames } from './stop-texts.ts'

export interface FieldPlace {
  step: Step
  /** Id of the control on that step. */
  field: string
}

const wholeOrder: Record<string, FieldPlace> = {
  items: { step: 'additional-services', field: 'items' },
  van_category: { step: 'additional-services', field: 'van' },
  man_power: { step: 'additional-services', field: 'helpLevel' },
  job_kind: { step: 'additional-services', field: 'items' },
  need_tail_lift: { step: 'clarify', field: 'needTailLift' },
  assembling_help: { step: 'clarify', field: 'assemblingHelp' },
  disassembling_help: { step: 'clarify', field: 'dismantlingHelp' },
  extra_time: { step: 'clarify', field: 'addedMinutes' },
  declared_waiting: { step: 'route-details', field: 'waitingMinutes' },
  photos_id: { step: 'clarify', field: 'photos' },
  customer_note: { step: 'clarify', field: 'note' },
  quote_id: { step: 'pick-a-driver', field: 'selectedQuote' },
  payment_method: { step: 'confirm-booking', field: 'paymentMethod' },
  allow_hot_job: { step: 'confirm-booking', field: 'allowHotJob' },
}

const snake = (name: string) => name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** A route point's fields: names on the wire → names on the screen. */
const pointFields = new Map(
  ['stairs', 'address', 'deliveryContactSameAsPickUp', ...stopTextNames].map((name) => [snake(name), name]),
)

/** `route_points.0.postcode` becomes the field `routePoints.0.postcode` of route-details. Unknown paths are shown on the route step. */
export function placeOf(path: string): FieldPlace {
  const [head = '', index, part = ''] = path.split('.')
  if (head !== 'route_points')
    return ownValue(wholeOrder, head) ?? { step: 'route-details', field: 'routePoints.0.postcode' }
  if (part === 'date' || part === 'time') return { step: 'route-details', field: part }
  const point = index !== undefined && /^\d$/.test(index) ? index : '0'
  return { step: 'route-details', field: `routePoints.${point}.${pointFields.get(part) ?? 'postcode'}` }
}

/** The first message for each field, by the field's id. */
export function errorsByField(errors: FieldErrors): Record<string, string> {
  const byField: Record<string, string> = {}
  for (const [path, [sentence]] of Object.entries(errors)) {
    if (sentence) byField[placeOf(path).field] ??= sentence
  }
  return byField
}

/** The same errors as things to do, with links to their steps. */
export const asMissing = (errors: FieldErrors, points: number): Missing[] =>
  Object.entries(errors).flatMap(([path, [text]]) => {
    const { step, field } = placeOf(path)
    return text ? [{ step, field, text: `${whereOf(field, points)}${text}`, href: `/${step}` as const }] : []
  })

/** "Pick-up: ", if the route has several points. */
function whereOf(field: string, points: number): string {
  const index = /^routePoints\.(\d)\./.exec(field)?.[1]
  if (index === undefined) return ''
  const name = pointName(Number(index), points).replace(/^the /, '')
  return `${capitalise(name)}: `
}
