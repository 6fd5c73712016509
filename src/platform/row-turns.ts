import { type KyselyPlugin, type OperationNode, type RootOperationNode, RawNode, SelectQueryNode } from 'kysely'
import { commonRefusals, refuse } from '#shared/endpoint.ts'
import { RefusedError } from './errors.ts'
import { FairQueue, noRoom } from './fair-queue.ts'

export interface RowLimits {
  /** Calls that wait for one row, in all and of one caller. */
  waiting: number
  waitingEach: number
  patienceMs: number
}

/** Room for everybody who was offered a hot job, and for a few taps of each. */
export const ROW_LIMITS: RowLimits = { waiting: 400, waitingEach: 8, patienceMs: 8000 }

/** Thrown by a transaction that would wait for a row another call of this process has locked. */
export class RowTaken extends Error {
  readonly row: string
  constructor(row: string) {
    super('The row is locked')
    this.row = row
  }
}

/** Thrown by a rehearsal that has come to where something would be changed. */
export class WouldChange extends Error {
  constructor() {
    super('The rehearsal ends where something changes')
  }
}

/** Fewer just wait: what they ask may become possible by what the one before them does. */
const CROWD = 2

interface Waiter {
  who: string
  settle: (hasTurn: boolean) => void
}

/**
 * The rows that transactions of this process lock, and who waits for them. They wait here, without a connection, so that a crowd on one
 * row holds one of the pool's connections and not all of them. Between processes the database's own locks hold.
 */
export class RowTurns {
  readonly #limits: RowLimits
  /** A row that is locked, with its queue. */
  readonly #lines = new Map<string, Waiter[]>()
  readonly #rehearsals: FairQueue

  constructor(limits: RowLimits) {
    this.#limits = limits
    const { waiting, patienceMs } = limits
    this.#rehearsals = new FairQueue({
      room: Infinity,
      roomEach: 2,
      waiting: Infinity,
      waitingEach: waiting,
      patienceMs,
    })
  }

  /** Calls that wait for a row. */
  get waiting(): number {
    return this.#lines.values().reduce((sum, line) => sum + line.length, 0)
  }

  /** Whether the row’s queue is long enough that impossible commands are refused before they join it. */
  isCrowded = (row: string): boolean => (this.#lines.get(row)?.length ?? 0) >= CROWD

  /** Two at a time for one row. */
  async rehearse<T>(row: string, work: () => Promise<T>): Promise<T> {
    const done = await this.#rehearsals.run(row, work)
    if (done === noRoom) throw new RefusedError(refuse(commonRefusals.tooFast, { retryAfterSeconds: 1 }))
    return done
  }

  tryTake(row: string): boolean {
    if (this.#lines.has(row)) return false
    this.#lines.set(row, [])
    return true
  }

  /** Waits for the row and takes it. False if that takes too long; a caller with too many in the queue is refused at once. */
  async take(row: string, who: string, patienceMs = this.#limits.patienceMs): Promise<boolean> {
    const line = this.#lines.get(row)
    if (!line) return this.tryTake(row)
    const own = line.filter((waiter) => waiter.who === who).length
    if (line.length >= this.#limits.waiting || own >= this.#limits.waitingEach)
      throw new RefusedError(refuse(commonRefusals.tooFast, { retryAfterSeconds: 1 }))
    const { promise, resolve } = Promise.withResolvers<boolean>()
    const waiter: Waiter = { who, settle: resolve }
    line.push(waiter)
    const patience = setTimeout(() => {
      line.splice(line.indexOf(waiter), 1)
      resolve(false)
    }, patienceMs)
    const hasTurn = await promise
    clearTimeout(patience)
    return hasTurn
  }

  giveBack(row: string): void {
    const next = this.#lines.get(row)?.shift()
    if (next) next.settle(true)
    else this.#lines.delete(row)
  }
}

/** How long a call that has rows waits for another: long enough for order, short enough if two have each other's. */
const HOLDING_PATIENCE_MS = 1000

/** The rows of one call, over all attempts of its transaction. */
export class OwnRows {
  readonly #turns: RowTurns
  readonly #who: string
  readonly #rows = new Set<string>()

  constructor(turns: RowTurns, who: string) {
    this.#turns = turns
    this.#who = who
  }

  /** Whether the row is free or already this call's. */
  has(row: string): boolean {
    if (this.#rows.has(row)) return true
    if (!this.#turns.tryTake(row)) return false
    this.#rows.add(row)
    return true
  }

  /** Outside any transaction. If two calls have each other's rows, both let go and begin again. */
  async wait(row: string): Promise<void> {
    const isHolding = this.#rows.size > 0
    const hasTurn = await this.#turns.take(row, this.#who, isHolding ? HOLDING_PATIENCE_MS : undefined)
    if (hasTurn) this.#rows.add(row)
    else if (isHolding) this.giveBack()
    else throw new RefusedError(refuse(commonRefusals.unavailable, { retryAfterSeconds: 2 }))
  }

  giveBack(): void {
    for (const row of this.#rows) this.#turns.giveBack(row)
    this.#rows.clear()
  }
}

const pluginOf = (transform: (node: RootOperationNode) => RootOperationNode): KyselyPlugin => ({
  transformQuery: ({ node }) => transform(node),
  transformResult: async ({ result }) => result,
})

/** Every statement of a transaction that locks a row asks for its turn first. */
export const takingTurns = (rows: OwnRows): KyselyPlugin =>
  pluginOf((node) => {
    const row = lockedRowOf(node)
    if (row !== undefined && !rows.has(row)) throw new RowTaken(row)
    return node
  })

const CHANGES = new Set<string>(['InsertQueryNode', 'UpdateQueryNode', 'DeleteQueryNode', 'MergeQueryNode'])

/** Reads what a command reads without locking it, and ends before it changes anything. */
export const rehearsing: KyselyPlugin = pluginOf((node) => {
  if (CHANGES.has(node.kind)) throw new WouldChange()
  return lockedRowOf(node) === undefined ? node : withoutLock(node)
})

const LOCKING = new Set<string | undefined>(['ForUpdate', 'ForNoKeyUpdate'])
const NOT_WAITING = new Set<string | undefined>(['SkipLocked', 'NoWait'])
const LOCKING_SQL = /\bpg_advisory_xact_lock\b|\bfor (?:no key )?update\b/i
const NOT_WAITING_SQL = /\b(?:skip locked|nowait)\b/i

/**
 * What a statement locks, as one text: its tables and the values that choose the row; undefined if it waits for no lock. Instants are left
 * out, because they differ from call to call.
 */
export function lockedRowOf(node: OperationNode): string | undefined {
  if (SelectQueryNode.is(node)) {
    const modifiers = node.endModifiers?.map(({ modifier }) => modifier) ?? []
    if (!modifiers.some((one) => LOCKING.has(one)) || modifiers.some((one) => NOT_WAITING.has(one))) return undefined
    return [...namesIn(node.from), ...valuesIn(node.where)].join(' ')
  }
  if (!RawNode.is(node)) return undefined
  const text = node.sqlFragments.join('$')
  if (!LOCKING_SQL.test(text) || NOT_WAITING_SQL.test(text)) return undefined
  return [text, ...valuesIn(node)].join(' ')
}

function withoutLock(node: RootOperationNode): RootOperationNode {
  if (SelectQueryNode.is(node)) {
    const endModifiers = node.endModifiers?.filter(({ modifier }) => !LOCKING.has(modifier)) ?? []
    return { ...node, endModifiers }
  }
  if (!RawNode.is(node)) return node
  if (node.sqlFragments.join('').includes('pg_advisory_xact_lock')) return RawNode.createWithSql('select 1')
  const sqlFragments = node.sqlFragments.map((text) => text.replace(/\bfor (?:no key )?update\b(?: of \w+)?/i, ''))
  return { ...node, sqlFragments }
}

/** The names of the tables in this part of a statement. */
function namesIn(node: unknown): string[] {
  return partsOf(node).flatMap((part) =>
    isNode(part, 'IdentifierNode') && typeof part.name === 'string' ? [part.name] : namesIn(part),
  )
}

function valuesIn(node: unknown): string[] {
  return partsOf(node).flatMap((part) => {
    if (isNode(part, 'ValueNode')) return textOf(part.value)
    if (isNode(part, 'PrimitiveValueListNode') && Array.isArray(part.values)) return part.values.flatMap(textOf)
    return valuesIn(part)
  })
}

const partsOf = (node: unknown): unknown[] =>
  typeof node === 'object' && node !== null ? (Array.isArray(node) ? node : Object.values(node)) : []

const isNode = (part: unknown, kind: string): part is Record<string, unknown> =>
  typeof part === 'object' && part !== null && 'kind' in part && part.kind === kind

function textOf(value: unknown): string[] {
  if (Buffer.isBuffer(value)) return [value.toString('hex')]
  return typeof value === 'string' || typeof value === 'number' ? [String(value)] : []
}
