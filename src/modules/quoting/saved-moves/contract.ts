import { z } from 'zod'
import { endpoint, refusal } from '#shared/endpoint.ts'
import { pageOf, pageQuery } from '#shared/page.ts'
import { nameShape } from '#shared/shape.ts'
import { vanCategory } from '../contract.ts'
import { moveAgain, moveToKeep } from '../shared-moves/contract.ts'
import { routePoint } from '../route-point-fields/contract.ts'

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
  /** Of the list and own ones, each counted by its amount. */
  pieces: z.int(),
  van_category: vanCategory.nullable(),
  /** Of pick-up, stops and drop-off, as far as they were entered. */
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
