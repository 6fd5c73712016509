import { Refusal } from '#shared/endpoint.ts'
import type { TxCtx } from './ctx.ts'
import type { JobName } from './jobs.ts'

/** The events by name, with the data a subscriber cannot read for itself. Slices add theirs in their `events.ts`. */
// oxlint-disable-next-line typescript/no-empty-object-type, typescript/no-empty-interface -- filled by declaration merging
export interface Events {}

/** `slice.thing-happened` */
export type EventName = keyof Events

export type EventOf<Name extends EventName> = { readonly type: Name } & Readonly<Events[Name]>

export type Event = { [Name in EventName]: EventOf<Name> }[EventName]

/** Runs when the event is emitted. A Refusal rolls the transaction back and becomes the command's answer. */
export type Subscriber<E> = (ctx: TxCtx, event: E) => Promise<Refusal | void>

/** Runs once for each subject of a transaction's events, just before it commits (or at `ctx.settle()`). */
export interface Deferred<E> {
  readonly keyOf: (event: E) => string
  /** Identifies the subscriber: of several with the same key and `work` only the first runs. */
  readonly work: unknown
  readonly run: Subscriber<E>
}

export const oncePerTransaction = <E, About extends object>(
  work: (ctx: TxCtx, about: About) => Promise<Refusal | void>,
  aboutOf: (event: E) => About,
): Deferred<E> => ({
  keyOf: (event) => JSON.stringify(aboutOf(event)),
  work,
  run: (ctx, event) => work(ctx, aboutOf(event)),
})

export interface Reactions<E> {
  /** In the same transaction, in this order. */
  readonly within?: readonly (Subscriber<E> | Deferred<E>)[]
  /** Jobs that exist if and only if the transaction commits; each receives the event. */
  readonly afterwards?: readonly JobName<E & object>[]
}

/** An event without a row does not compile. */
export type Subscribers = { readonly [Name in EventName]: Reactions<EventOf<Name>> }

/** Stops subscribers that keep emitting events for each other. */
const MOST_ROUNDS = 100

interface Waiting {
  work: unknown
  key: string
  run: (ctx: TxCtx) => Promise<Refusal | void>
}

/** The events emitted in one transaction, and the work still to follow. */
export class Emitted {
  readonly #subscribers: Subscribers
  #waiting: Waiting[] = []

  constructor(subscribers: Subscribers) {
    this.#subscribers = subscribers
  }

  async emit(ctx: TxCtx, event: Event): Promise<Refusal | undefined> {
    // Each name has a subscriber of its own type, which the compiler cannot relate here.
    const { within = [], afterwards = [] } = this.#subscribers[event.type] as Reactions<Event>
    for (const subscriber of within) {
      if (typeof subscriber !== 'function') this.#defer(subscriber, event)
      else {
        const refusal = await subscriber(ctx, event)
        if (refusal instanceof Refusal) return refusal
      }
    }
    for (const job of afterwards) await ctx.enqueue(job, event)
    return undefined
  }

  #defer({ work, keyOf, run }: Deferred<Event>, event: Event): void {
    const key = keyOf(event)
    if (this.#waiting.some((other) => other.work === work && other.key === key)) return
    this.#waiting.push({ work, key, run: (ctx) => run(ctx, event) })
  }

  /** Runs the deferred work, in the order of its events. */
  async settle(ctx: TxCtx): Promise<Refusal | undefined> {
    for (let round = 0; this.#waiting.length > 0; round++) {
      if (round === MOST_ROUNDS) throw new Error('Subscribers emit for each other without end')
      const due = this.#waiting
      this.#waiting = []
      for (const { run } of due) {
        const refusal = await run(ctx)
        if (refusal instanceof Refusal) return refusal
      }
    }
    return undefined
  }
}
