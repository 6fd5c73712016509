import { z } from 'zod'
import { commonRefusals, endpoint, refusal } from '#shared/endpoint.ts'
import { getSharedBooking, notTheLead } from '../../contract.ts'
import { day, driverDay, sharedDay } from '../contract.ts'
import { PAUSE_REASONS } from '../rules.ts'

/**
 * Actions on the day. A driver's phone makes a key for each action, and may send it much later and more than once: it
 * takes effect once. The customer's actions need no key: a repeated call changes nothing.
 */

const params = z.object({ id: z.uuid() })

/** Fields of every action sent by a phone. */
export const phoneAction = {
  action_key: z.uuid('Send the key that the phone made for this action.'),
  /** Time by the phone; kept beside our own time, between the last action that arrived and now. */
  happened_at: z.iso.datetime('Enter an instant, such as 2026-11-20T09:00:00Z.').max(40),
}

const note = z.string().trim().max(500, 'At most 500 characters.').default('')

export const jobChanged = refusal(
  'job_changed',
  409,
  'This job has since been cancelled or given to another driver. What you did is in its record, and our office will decide what counts.',
)
/** The detail names the time. */
export const dayNotOpen = refusal('day_not_open', 409, 'It’s too early: a moving day opens six hours before its start.')
/** What any action of a phone may be refused for. */
export const phoneRefusals = [jobChanged, notTheLead, dayNotOpen, commonRefusals.conflict, commonRefusals.keyReused]

export const tooEarly = refusal(
  'too_early',
  409,
  'You can’t start this job early because of another job, the drive to it or drivers’ hours limits. Start at the agreed time.',
)
const drivers = ['driver', 'hired'] as const

export const setOff = endpoint({
  id: 'setOff',
  method: 'POST',
  path: '/booking/{id}/set-off/',
  summary: 'Set off for the pick-up and notify the customer',
  access: drivers,
  params,
  body: z.strictObject({
    ...phoneAction,
    /** The customer may see where the van is until it arrives. */
    share_position: z.boolean().default(false),
  }),
  answer: driverDay,
  refusals: phoneRefusals,
})

export const startJob = endpoint({
  id: 'startJob',
  method: 'POST',
  path: '/booking/{id}/start/',
  summary: 'Start the job clock; before the agreed start it is free unless the customer agrees',
  access: drivers,
  params,
  body: z.strictObject(phoneAction),
  answer: driverDay,
  refusals: [...phoneRefusals, tooEarly],
})

export const pauseJob = endpoint({
  id: 'pauseJob',
  method: 'POST',
  path: '/booking/{id}/pause/',
  summary: 'Pause the job clock; waiting for keys or access is counted as waiting',
  access: drivers,
  params,
  body: z.strictObject({ ...phoneAction, reason: z.enum(PAUSE_REASONS, 'Choose a reason.'), note }),
  answer: driverDay,
  refusals: phoneRefusals,
})

export const resumeJob = endpoint({
  id: 'resumeJob',
  method: 'POST',
  path: '/booking/{id}/resume/',
  summary: 'Resume the job clock',
  access: drivers,
  params,
  body: z.strictObject(phoneAction),
  answer: driverDay,
  refusals: phoneRefusals,
})

export const finishJob = endpoint({
  id: 'finishJob',
  method: 'POST',
  path: '/booking/{id}/finish/',
  summary: 'The work is done; the customer is asked to confirm the hours',
  access: drivers,
  params,
  body: z.strictObject(phoneAction),
  answer: driverDay,
  refusals: phoneRefusals,
})

export const runLate = endpoint({
  id: 'runLate',
  method: 'POST',
  path: '/booking/{id}/late/',
  summary: 'Report running late and send the customer the new time',
  access: drivers,
  params,
  body: z.strictObject({ ...phoneAction, new_eta: z.iso.datetime('Enter the new time.').max(40), note }),
  answer: driverDay,
  refusals: phoneRefusals,
})

export const tickLoaded = endpoint({
  id: 'tickLoaded',
  method: 'POST',
  path: '/booking/{id}/loaded/',
  summary: 'Tick an item off as it is loaded, or take the tick back',
  access: drivers,
  params,
  body: z.strictObject({
    ...phoneAction,
    /** Index in `items`, from 0. */
    item: z.int('Choose an item.').min(0).max(999),
    loaded: z.boolean(),
  }),
  answer: driverDay,
  refusals: phoneRefusals,
})

export const clockNotRunning = refusal('clock_not_running', 409, 'The job isn’t under way. Start the clock first.')
export const lastVan = refusal('last_van', 409, 'Van 1 stays to the end. Finish the job instead.')
export const vanNotThere = refusal('van_not_there', 409, 'That van has already been sent home.')

export const sendVanHome = endpoint({
  id: 'sendVanHome',
  method: 'POST',
  path: '/booking/{id}/van-done/',
  summary: 'The lead sends another van of the job home: later time over and waiting are charged without it',
  access: drivers,
  params,
  body: z.strictObject({ ...phoneAction, van: z.int('Choose a van.').min(1).max(3) }),
  answer: driverDay,
  refusals: [...phoneRefusals, clockNotRunning, lastVan, vanNotThere],
})

export const confirmArrival = endpoint({
  id: 'sayArrived',
  method: 'POST',
  path: '/booking/{id}/arrived/',
  summary: '“They’re here”: the customer says that the company came, and the clock runs',
  access: ['customer'],
  params,
  answer: day,
  refusals: [commonRefusals.conflict, dayNotOpen, tooEarly],
})

export const confirmArrivalByLink = endpoint({
  id: 'sayArrivedByLink',
  method: 'POST',
  path: '/booking/{hash}/unauthorized/arrived/',
  summary: '“They’re here”, by the booking’s link',
  access: 'public',
  isSecret: true,
  params: getSharedBooking.params,
  answer: sharedDay,
  refusals: [commonRefusals.conflict, dayNotOpen, tooEarly],
  limit: getSharedBooking.limit,
})

export const notShared = refusal(
  'position_not_shared',
  409,
  'A position is shown only from “on the way” until the van arrives, and if the driver agreed to it.',
)

export const sendPosition = endpoint({
  id: 'sendPosition',
  method: 'POST',
  path: '/booking/{id}/position/',
  summary: 'Where the van is, for the customer; only the last one is kept, for a day at most',
  access: ['driver', 'hired'],
  params: z.object({ id: z.uuid() }),
  body: z.strictObject({
    lat: z.number().min(-90).max(90),
    lng: z.number().min(-180).max(180),
    at: z.iso.datetime().max(40),
  }),
  status: 204,
  answer: z.undefined(),
  refusals: [notShared, notTheLead],
  limit: { name: 'position', per: 'user', count: 30, seconds: 60 },
})
