import { z } from 'zod'
import { endpoint } from '#shared/endpoint.ts'
import { keyPageOf, keyPageQuery } from '#shared/page.ts'
import { helpLevel, vanCategory } from '../contract.ts'
import { SEEN_OUTCOMES } from './rules.ts'

/** "Why was I not shown?": a unit's outcome in each search of its area. Nothing in it identifies the customer. */

export const seenSearch = z.object({
  id: z.uuid(),
  searched_at: z.iso.datetime(),
  /** What was asked for. */
  start_at: z.iso.datetime(),
  end_at: z.iso.datetime(),
  van_category: vanCategory,
  help_level: helpLevel,
  /** Outcode and town of pick-up, stops and drop-off, in order. */
  places: z.array(z.object({ outcode: z.string(), town: z.string() })),
  was_shown: z.boolean(),
  outcome: z.enum(SEEN_OUTCOMES),
  /** The outcome in words. */
  reason: z.string(),
})

export const listUnitSearches = endpoint({
  id: 'listUnitSearches',
  method: 'GET',
  path: '/company/working-unit/{id}/searches/',
  summary: 'Searches of the last 30 days in a unit’s area, newest first, and why it was or was not shown in each',
  access: ['driver'],
  params: z.object({ id: z.uuid() }),
  query: z.object(keyPageQuery),
  answer: keyPageOf(seenSearch),
})
