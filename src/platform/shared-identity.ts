import { AsyncLocalStorage } from 'node:async_hooks'
import type { Refusal } from '#shared/endpoint.ts'
import type { Actor } from './session.ts'

type Found = Actor | Refusal | undefined

/** Who bears which token, shared by the API calls that one page request makes within this process (ADR 0018). */
class SharedIdentity {
  readonly #found = new Map<string, Promise<Found>>()
  #isOver = false

  find(bearer: string, look: () => Promise<Found>): Promise<Found> {
    const known = this.#found.get(bearer)
    if (known || this.#isOver) return known ?? look()
    const looked = look()
    this.#found.set(bearer, looked)
    // A failed look-up is not remembered, so the next call tries again.
    looked.catch(() => this.#found.delete(bearer))
    return looked
  }

  clear(): void {
    this.#found.clear()
  }

  end(): void {
    this.#isOver = true
    this.clear()
  }
}

const current = new AsyncLocalStorage<SharedIdentity>()

/** API calls made during `work` share identities; nothing is kept afterwards. */
export async function sharingIdentity<T>(work: () => Promise<T>): Promise<T> {
  const identity = new SharedIdentity()
  try {
    return await current.run(identity, work)
  } finally {
    identity.end()
  }
}

/** The identity already found during this work, otherwise the result of `look`. */
export const findShared = (bearer: string, look: () => Promise<Found>): Promise<Found> =>
  current.getStore()?.find(bearer, look) ?? look()

/** Forgets identities that may have changed: after a log-out, another role, a new unit. */
export const clearShared = (): void => current.getStore()?.clear()
