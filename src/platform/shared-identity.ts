import { AsyncLocalStorage } from 'node:async_hooks'
import type { Refusal } from '#shared/endpoint.ts'
import type { Actor } from './session.ts'

type Found = Actor | Refusal | undefined

/** Who bears which token, for the calls that one incoming request for a page makes in this process (ADR 0018). */
class SharedIdentity {
  readonly #found = new Map<string, Promise<Found>>()
  #isOver = false

  find(bearer: string, look: () => Promise<Found>): Promise<Found> {
    const known = this.#found.get(bearer)
    if (known || this.#isOver) return known ?? look()
    const looked = look()
    this.#found.set(bearer, looked)
    // Where the database did not answer, the next call asks again.
    looked.catch(() => this.#found.delete(bearer))
    return looked
  }

  forget(): void {
    this.#found.clear()
  }

  end(): void {
    this.#isOver = true
    this.forget()
  }
}

const current = new AsyncLocalStorage<SharedIdentity>()

/** While `work` is done, its calls of the API share what is found out about their tokens; nothing of it outlives the work. */
export async function sharingIdentity<T>(work: () => Promise<T>): Promise<T> {
  const identity = new SharedIdentity()
  try {
    return await current.run(identity, work)
  } finally {
    identity.end()
  }
}

/** What the present work has found out about this token already, or else what `look` finds. */
export const findShared = (bearer: string, look: () => Promise<Found>): Promise<Found> =>
  current.getStore()?.find(bearer, look) ?? look()

/** Something may have changed who somebody is: a log-out, another role, a new unit. */
export const forgetShared = (): void => current.getStore()?.forget()
