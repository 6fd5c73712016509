import { randomBytes } from 'node:crypto'
import type { Endpoint } from '#shared/endpoint.ts'
import { createPerson, type Person } from '#test/support/people.ts'
import { sessionFor } from '#test/support/session.ts'
import type { Right } from '../request.ts'
import type { World } from '../world.ts'

export const newPhone = () => `+4477009${String(randomBytes(4).readUInt32BE() % 100_000).padStart(5, '0')}`

/** Makes what the request needs, and answers a request that is taken. */
export type Maker = (world: World, endpoint: Endpoint) => Promise<Right>

export interface Passer extends Person {
  bearer: string
  sessionId: string
}

/** Somebody with an account and a session, for what can be done to an account only once. */
export async function aPasser({ app }: World, more: Parameters<typeof createPerson>[1] = {}): Promise<Passer> {
  const person = await createPerson(app, more)
  const { bearer, sessionId } = await sessionFor(app, person.id)
  return { ...person, bearer, sessionId }
}

/** What was written to somebody last. It need not have been sent. */
async function newestWordsTo({ app }: World, recipient: string): Promise<string> {
  const { text } = await app.ctx.db
    .selectFrom('notifications.message')
    .select('text')
    .where('recipient', '=', recipient)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow()
  return text
}

export const tokenTo = async (world: World, email: string): Promise<string> =>
  found(/[?&]token=([A-Za-z0-9_-]+)/, await newestWordsTo(world, email))

export const codeTo = async (world: World, phone: string): Promise<string> =>
  found(/\b(\d{6})\b/, await newestWordsTo(world, phone))

export function found(pattern: RegExp, text: string): string {
  const match = pattern.exec(text)?.[1]
  if (!match) throw new Error(`${String(pattern)} is not in "${text.slice(0, 200)}"`)
  return match
}

/** The answer to a request on the way to the one that is wanted. */
export async function json<T>(answer: Promise<{ statusCode: number; body: string }>): Promise<T> {
  const { statusCode, body } = await answer
  if (statusCode >= 300) throw new Error(`${statusCode}: ${body.slice(0, 500)}`)
  return JSON.parse(body || 'null') as T
}
