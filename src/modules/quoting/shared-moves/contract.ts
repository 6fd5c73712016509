import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { nameShape } from '#shared/shape.ts'
import { helpLevel, moveItem, quotePayload, vanCategory } from '../contract.ts'
import { routePoint } from '../route-point-fields/contract.ts'

/** A move that is carried on at another device by a code, or shown to somebody by a link (ADR 0056). */

const { items, job_kind, assembling_help, disassembling_help, need_tail_lift, extra_time, declared_waiting } =
  quotePayload.shape

/** The quote payload as far as it goes, without names, numbers, house numbers and notes. */
export const moveToKeep = z.strictObject({
  job_kind,
  items,
  man_power: helpLevel,
  assembling_help,
  disassembling_help,
  van_category: vanCategory.nullable(),
  need_tail_lift,
  extra_time,
  declared_waiting,
  route_points: z
    .array(z.strictObject({ postcode: routePoint.shape.postcode.nullable(), stairs: routePoint.shape.stairs }))
    .min(2, 'A move has a pick-up and a drop-off.')
    .max(10, 'At most eight stops on the way.'),
  date: routePoint.shape.date,
  time: routePoint.shape.time,
})
nameShape('MoveToKeep', moveToKeep)

/** A move to fill in again, with what has gone meanwhile. */
export const moveAgain = z.object({
  job_kind,
  items: z.array(
    z.object({
      ...moveItem.shape,
      name: z.string(),
      /** Not in our list of things any more. */
      is_gone: z.boolean(),
    }),
  ),
  man_power: helpLevel,
  assembling_help: helpLevel.nullable(),
  disassembling_help: helpLevel.nullable(),
  van_category: vanCategory.nullable(),
  need_tail_lift: z.boolean(),
  extra_time: z.string().nullable(),
  declared_waiting: z.string().nullable(),
  route_points: z.array(
    z.object({
      postcode: z.string().nullable(),
      /** Null for a postcode that we do not know, or not any more. */
      town: z.string().nullable(),
      stairs: z.int(),
      flat_and_house: z.string(),
      formatted_address: z.string(),
      city: z.string().nullable(),
      location: z.object({ lat: z.number(), lng: z.number() }).nullable(),
    }),
  ),
  date: z.iso.date().nullable(),
  time: z.string().nullable(),
})
nameShape('MoveAgain', moveAgain)

const SECRET = 'the answer is a secret, which is written down nowhere; what was made before goes by itself.'

export const handOverMove = endpoint({
  id: 'handOverMove',
  method: 'POST',
  path: '/booking/moves/codes/',
  summary: 'A code to carry on with a move at another device: for an hour, and once',
  access: 'public',
  isSecret: true,
  body: moveToKeep,
  status: 201,
  answer: z.object({ code: z.string(), expires_at: z.iso.datetime() }),
  limit: { name: 'hand-over', per: 'address', count: 20, seconds: 3600, isDurable: true },
  keyless: SECRET,
})

export const shareMove = endpoint({
  id: 'shareMove',
  method: 'POST',
  path: '/booking/moves/links/',
  summary: 'A link that shows a move to anybody who has it, for thirty days',
  access: 'public',
  isSecret: true,
  body: moveToKeep,
  status: 201,
  answer: z.object({ token: z.string(), expires_at: z.iso.datetime() }),
  limit: { name: 'share-move', per: 'address', count: 20, seconds: 3600, isDurable: true },
  keyless: SECRET,
})

export const openMoveByCode = endpoint({
  id: 'openMoveByCode',
  method: 'POST',
  path: '/booking/moves/open/',
  summary: 'The link of a move, by the code that its other device shows; the code is used up',
  access: 'public',
  isSecret: true,
  body: z.strictObject({ code: z.string('Enter the code from your other device.').max(40) }),
  answer: z.object({ token: z.string(), expires_at: z.iso.datetime() }),
  limit: { name: 'open-move', per: 'address', count: 30, seconds: 600, isDurable: true },
})

export const getKeptMove = endpoint({
  id: 'getKeptMove',
  method: 'GET',
  path: '/booking/moves/{token}/',
  summary: 'A move, by its link',
  access: 'public',
  isSecret: true,
  params: z.object({ token: z.string().max(100) }),
  answer: z.object({ move: moveAgain, expires_at: z.iso.datetime() }),
  limit: { name: 'kept-move', per: 'address', count: 120, seconds: 60 },
})
