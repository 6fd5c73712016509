import { sql } from 'kysely'
import { commonRefusals, refuse, type RateRule, type Refusal } from '#shared/endpoint.ts'
import type { Config } from './config.ts'
import type { Ctx } from './ctx.ts'
import { macOf } from './secret-key.ts'

/**
 * Fixed windows in memory: cheap, and enough to keep one address from crowding out others. Limits that protect accounts are kept in
 * PostgreSQL instead (`spendDurable`), so that they survive restarts and hold across processes.
 */
interface Window {
  endsAt: number
  used: number
  /** Uses given back because the failure was ours. */
  givenBack: number
}

const maxWindows = 50_000

export class RateLimiter {
  readonly #windows = new Map<string, Window>()
  readonly #factor: number

  /** `factor` multiplies every limit: 1 in production, more if a load test needs it. */
  constructor(factor: number) {
    this.#factor = factor
  }

  spend(rule: RateRule, key: string, now: number): Refusal | undefined {
    const window = this.#windowOf(rule, key, now)
    if (!window) {
      if (this.#windows.size >= maxWindows) this.#dropEnded(now)
      this.#windows.set(idOf(rule, key), { endsAt: now + rule.seconds * 1000, used: 1, givenBack: 0 })
      return undefined
    }
    if (this.#isUsedUp(rule, window)) return waitFor(window, now)
    window.used += 1
    return undefined
  }

  /** The result of `spend`, without counting. */
  peek(rule: RateRule, key: string, now: number): Refusal | undefined {
    const window = this.#windowOf(rule, key, now)
    return window && this.#isUsedUp(rule, window) ? waitFor(window, now) : undefined
  }

  /** Gives a use back. At most as many as the limit allows, so that somebody who can make us fail gets no more than twice the calls. */
  giveBack(rule: RateRule, key: string, spentAt: number): boolean {
    const window = this.#windowOf(rule, key, spentAt)
    const isOfThisWindow = window !== undefined && window.endsAt - rule.seconds * 1000 <= spentAt
    if (!isOfThisWindow || window.used === 0 || window.givenBack >= rule.count * this.#factor) return false
    window.used -= 1
    window.givenBack += 1
    return true
  }

  #windowOf(rule: RateRule, key: string, now: number): Window | undefined {
    const window = this.#windows.get(idOf(rule, key))
    return window && window.endsAt > now ? window : undefined
  }

  #isUsedUp = ({ count }: RateRule, { used }: Window) => used >= count * this.#factor

  #dropEnded(now: number) {
    for (const [id, window] of this.#windows) if (window.endsAt <= now) this.#windows.delete(id)
    // Under a flood of addresses the oldest windows are dropped; a Map keeps insertion order.
    for (const id of this.#windows.keys()) {
      if (this.#windows.size < maxWindows / 2) break
      this.#windows.delete(id)
    }
  }
}

/** The limit beneath all others, for calls and rendered pages: one address cannot occupy the whole server. */
export const everything = { name: 'everything', per: 'address', count: 600, seconds: 60 } as const satisfies RateRule

const idOf = ({ name }: RateRule, key: string) => `${name} ${key}`

const waitFor = ({ endsAt }: Window, now: number) => tooFast(Math.ceil((endsAt - now) / 1000))

export const tooFast = (seconds: number): Refusal =>
  refuse(commonRefusals.tooFast, { retryAfterSeconds: Math.max(1, seconds) })

/**
 * The part of an address that identifies a caller: a whole IPv4 address, or the first half of an IPv6 address, because anybody can
 * change the second half at will.
 */
export function networkOf(address: string): string {
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(address)?.[1]
  if (mapped) return mapped
  if (!address.includes(':')) return address
  const [head = '', tail] = address.replace(/%.*$/, '').split('::')
  const first = head.split(':').filter(Boolean)
  const last = tail?.split(':').filter(Boolean) ?? []
  const groups = [...first, ...Array<string>(Math.max(0, 8 - first.length - last.length)).fill('0'), ...last]
  return groups
    .slice(0, 4)
    .map((group) => group.toLowerCase().replace(/^0+(?=.)/, ''))
    .join(':')
}

/** The database counts callers without storing their addresses. */
export const blindKey = (config: Config, key: string): string => macOf(config, 'rate limit', key).toString('base64url')

/** The caller's network, as `spendDurable` counts it. */
export const networkKey = (ctx: Ctx): string => blindKey(ctx.config, networkOf(ctx.address))

/**
 * For failed tries at addresses that only a secret opens. Up to twenty an hour from one network are taken for mistakes, more for
 * guessing and refused for a while. Calls with a valid secret are not counted.
 */
export async function refuseMiss(ctx: Ctx, name: string): Promise<Refusal> {
  const rule = { name: `${name}-misses`, per: 'address', count: 20, seconds: 3600 } as const
  return (await spendDurable(ctx, rule, networkKey(ctx))) ?? refuse(commonRefusals.notFound)
}

/** Counts a use against a limit in the database. One statement in its own transaction, so that refused calls count too. */
export async function spendDurable(ctx: Ctx, rule: RateRule, key: string, amount = 1): Promise<Refusal | undefined> {
  const now = ctx.clock.now()
  const { rows } = await sql<{ used: number; endsAt: Date }>`
    insert into platform.rate_window as w (name, key, used, ends_at)
    values (${rule.name}, ${key}, ${amount}, ${new Date(now.getTime() + rule.seconds * 1000)})
    on conflict (name, key) do update set
      used = case when w.ends_at <= ${now} then excluded.used else w.used + excluded.used end,
      ends_at = case when w.ends_at <= ${now} then excluded.ends_at else w.ends_at end
    returning used, ends_at`.execute(ctx.db)
  const row = rows[0]
  if (!row || row.used <= rule.count * ctx.config.rateLimitFactor) return undefined
  return tooFast(Math.ceil((row.endsAt.getTime() - now.getTime()) / 1000))
}

/**
 * Counts what is asked about one person, of each network apart: what strangers ask uses up nothing of the person's own. What protects the
 * person's mailbox or phone is counted where something is really sent.
 */
export const spendFromNetwork = (ctx: Ctx, rule: RateRule, key: string): Promise<Refusal | undefined> =>
  spendDurable(ctx, rule, keyFromNetwork(ctx, key))

const keyFromNetwork = (ctx: Ctx, key: string): string => blindKey(ctx.config, `${key} ${networkOf(ctx.address)}`)

/** Seconds between two sendings to an address or number that is over its limit. */
export const SLOW_SECONDS = 600

const slowOf = ({ name, per }: RateRule) => ({ name: `${name}-slow`, per, count: 1, seconds: SLOW_SECONDS }) as const

/**
 * Counts what is sent to one address or number, from any caller. A stranger who uses up its limit only slows its owner
 * down: something is still sent every ten minutes.
 */
export async function spendOrSlow(ctx: Ctx, rule: RateRule, key: string): Promise<Refusal | undefined> {
  const slow = await spendDurable(ctx, slowOf(rule), key)
  return (await spendDurable(ctx, rule, key)) && slow
}

/**
 * Before something is sent to an address that anybody can name: each network has its own count of it, and all of them together only slow
 * it down.
 */
export const spendForAddress = async (ctx: Ctx, rule: RateRule, address: string): Promise<Refusal | undefined> =>
  (await spendFromNetwork(ctx, { ...rule, name: `${rule.name}-network` }, address)) ??
  (await spendOrSlow(ctx, rule, blindKey(ctx.config, address)))

/** Returns the count, because the message was not sent after all. */
export async function giveBackForAddress(ctx: Ctx, rule: RateRule, address: string): Promise<void> {
  await giveBackDurable(ctx, { ...rule, name: `${rule.name}-network` }, keyFromNetwork(ctx, address))
  for (const one of [rule, slowOf(rule)]) await giveBackDurable(ctx, one, blindKey(ctx.config, address))
}

/** Whether this network has asked about the person in the current window. */
export async function hasAskedFromNetwork(ctx: Ctx, { name }: RateRule, key: string): Promise<boolean> {
  const rateWindow = await ctx.db
    .selectFrom('platform.rate_window')
    .select('name')
    .where('name', '=', name)
    .where('key', '=', keyFromNetwork(ctx, key))
    .where('endsAt', '>', ctx.clock.now())
    .executeTakeFirst()
  return rateWindow !== undefined
}

/** Gives back one use of the current window. */
export async function giveBackDurable(ctx: Ctx, rule: RateRule, key: string): Promise<void> {
  await sql`update platform.rate_window set used = used - 1
    where name = ${rule.name} and key = ${key} and ends_at > ${ctx.clock.now()} and used > 0`.execute(ctx.db)
}
