import { z } from 'zod'
import { endpoint, refusal } from '#shared/endpoint.ts'
import { pageOf, pageQuery } from '#shared/page.ts'
import { nameShape } from '#shared/schemas.ts'
import { vanCategory, helpLevel, moveItem, quotePayload } from '../contract.ts'
import { routePoint } from '../move/contract.ts'

/** A move that is continued on another device by a code, or shared by a link (ADR 0056). */

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

/** A move to fill in again, marking items that have since been removed. */
export const moveAgain = z.object({
  job_kind,
  items: z.array(
    z.object({
      ...moveItem.shape,
      name: z.string(),
      /** The item is no longer in our catalogue. */
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

const SECRET = 'the answer is a secret that isn’t stored; an earlier one expires on its own.'

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

/** Moves that a customer saves by a name, to ask for them again (ADR 0056). */

export const tooManyMoves = refusal('too_many_moves', 409, 'You have 20 saved moves. Remove one to save another.')

const name = z
  .string({ error: 'Give this move a name, such as Spring fair.' })
  .trim()
  .min(1, 'Give this move a name, such as Spring fair.')
  .max(60, 'Keep this under 60 characters.')

const { postcode, stairs, flat_and_house } = routePoint.shape

/** Like one that is handed over, with the customer's own house numbers and streets; without a day. */
const moveToSave = moveToKeep.omit({ date: true, time: true }).extend({
  route_points: z
    .array(
      z.strictObject({
        postcode: postcode.nullable(),
        stairs,
        flat_and_house,
        formatted_address: z.string().trim().max(300, 'Keep this under 300 characters.').nullish(),
      }),
    )
    .min(2, 'A move has a pick-up and a drop-off.')
    .max(10, 'At most eight stops on the way.'),
})
nameShape('MoveToSave', moveToSave)

const savedMove = z.object({
  id: z.uuid(),
  name: z.string(),
  created_at: z.iso.datetime(),
  /** Number of pieces, from the list and own ones, each counted by its amount. */
  pieces: z.int(),
  van_category: vanCategory.nullable(),
  /** Postcodes of pick-up, stops and drop-off, as far as they were entered. */
  postcodes: z.array(z.string()),
})
nameShape('SavedMove', savedMove)

const params = z.object({ id: z.uuid() })

export const listSavedMoves = endpoint({
  id: 'listSavedMoves',
  method: 'GET',
  path: '/users/moves/',
  summary: 'Saved moves by name',
  access: ['customer'],
  query: z.object(pageQuery),
  answer: pageOf(savedMove),
})

export const saveMove = endpoint({
  id: 'saveMove',
  method: 'POST',
  path: '/users/moves/',
  summary: 'Save a move by a name; at most 20',
  access: ['customer'],
  body: z.strictObject({ name, move: moveToSave }),
  status: 201,
  answer: savedMove,
  refusals: [tooManyMoves],
  idempotent: true,
})

export const getSavedMove = endpoint({
  id: 'getSavedMove',
  method: 'GET',
  path: '/users/moves/{id}/',
  summary: 'A saved move, to fill in again',
  access: ['customer'],
  params,
  answer: z.object({ name: z.string(), move: moveAgain }),
})

export const renameSavedMove = endpoint({
  id: 'renameSavedMove',
  method: 'PUT',
  path: '/users/moves/{id}/',
  summary: 'Give a saved move another name',
  access: ['customer'],
  params,
  body: z.strictObject({ name }),
  answer: savedMove,
})

export const removeSavedMove = endpoint({
  id: 'removeSavedMove',
  method: 'DELETE',
  path: '/users/moves/{id}/',
  summary: 'Remove a saved move',
  access: ['customer'],
  params,
  status: 204,
  answer: z.undefined(),
})
