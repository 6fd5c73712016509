import { argon2, randomBytes, timingSafeEqual } from 'node:crypto'
import { availableParallelism } from 'node:os'
import { promisify } from 'node:util'
import type { Config } from '#platform/config.ts'
import { commonRefusals, refuse, type Refusal } from '#shared/endpoint.ts'

const argon2Of = promisify(argon2)

/** Kibibytes times passes since the start: what hashing takes of a processor. */
let work = 0

function derive(...[kind, parameters]: Parameters<typeof argon2Of>): ReturnType<typeof argon2Of> {
  work += parameters.memory * parameters.passes
  return argon2Of(kind, parameters)
}

/** OWASP's parameters for argon2id: 19 MiB, two passes, one lane. */
const strong = { memory: 19_456, passes: 2 }
/** The cheapest argon2id allows, for tests that do not attack hashes. */
const weak: Cost = { memory: 8, passes: 1 }
const parallelism = 1
const tagLength = 32

type Cost = typeof strong

/** The parameters in use: always the strong ones outside NODE_ENV=test. */
export const costOf = ({ guardOff }: Pick<Config, 'guardOff'>): Cost => (guardOff.has('password_cost') ? weak : strong)

/** Hashing is expensive on purpose, so a flood of logins must not occupy every thread: few at once, a short queue, then "busy". */
const limits = { atOnce: Math.min(3, Math.max(2, availableParallelism() - 1)), mostWaiting: 50 }
type Limits = typeof limits
/** Limits that never refuse, for the control test of T-003. */
export const unlimited: Limits = { atOnce: Infinity, mostWaiting: Infinity }

let running = 0
const waiting: (() => void)[] = []

/** Hashes in progress, those queued, and the work of all so far. */
export const hashingNow = () => ({ running, waiting: waiting.length, work, limits })

async function withTurn<T>(work: () => Promise<T>, { atOnce, mostWaiting } = limits): Promise<T | Refusal> {
  if (running >= atOnce) {
    if (waiting.length >= mostWaiting) return refuse(commonRefusals.unavailable, { retryAfterSeconds: 2 })
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else running += 1
  try {
    return await work()
  } finally {
    const next = waiting.shift()
    // The slot passes to the next in the queue, so the count stays the same.
    if (next) next()
    else running -= 1
  }
}

let inside = 0

/**
 * Runs work that ends in hashing: refused at once, before it costs even a query, if more is under way than can be
 * hashed soon.
 */
export async function admitted<T>(work: () => Promise<T>, { atOnce, mostWaiting } = limits): Promise<T | Refusal> {
  if (inside >= atOnce + mostWaiting) return refuse(commonRefusals.unavailable, { retryAfterSeconds: 2 })
  inside += 1
  try {
    return await work()
  } finally {
    inside -= 1
  }
}

/** The password as a PHC string. A Refusal if too many are being hashed. */
export const hashPassword = (password: string, cost = strong): Promise<string | Refusal> =>
  withTurn(async () => {
    const salt = randomBytes(16)
    const tag = await derive('argon2id', { message: password, nonce: salt, parallelism, tagLength, ...cost })
    return phcOf(cost, base64(salt), base64(tag))
  })

/**
 * Whether the password matches the hash, compared exactly as received. Without a hash (unknown address) it takes as long and answers
 * false.
 */
export const verifyPassword = (
  hash: string | undefined,
  password: string,
  within = limits,
  cost = strong,
): Promise<boolean | Refusal> =>
  withTurn(async () => {
    const { memory, passes, parallelism, salt, tag } = parsePhc(hash ?? dummyHash(cost))
    const made = await derive('argon2id', {
      message: password,
      nonce: salt,
      parallelism,
      tagLength: tag.length,
      memory,
      passes,
    })
    return timingSafeEqual(made, tag) && hash !== undefined
  }, within)

/** Whether the hash uses weaker parameters than today's; then hash again after the next right password. */
export function isOutdated(hash: string, { memory, passes } = strong): boolean {
  const parsed = parsePhc(hash)
  return parsed.memory < memory || parsed.passes < passes
}

const phcOf = ({ memory, passes }: Cost, salt: string, tag: string) =>
  `$argon2id$v=19$m=${memory},t=${passes},p=${parallelism}$${salt}$${tag}`

/** Hash for accounts without a login: matches no password. */
export const unusableHash = (cost = strong): string =>
  phcOf(cost, base64(randomBytes(16)), base64(randomBytes(tagLength)))

const dummySalt = base64(randomBytes(16))
const dummyTag = base64(randomBytes(tagLength))
const dummyHash = (cost: Cost) => phcOf(cost, dummySalt, dummyTag)

function parsePhc(hash: string) {
  const match = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,2}),p=(\d)\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/.exec(hash)
  if (!match) throw new Error('A stored password hash has an unknown form')
  const [, memory, passes, parallelism, salt = '', tag = ''] = match
  return {
    memory: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: Buffer.from(salt, 'base64'),
    tag: Buffer.from(tag, 'base64'),
  }
}

// A function declaration, because the constant above needs it while this module loads.
function base64(bytes: Buffer): string {
  return bytes.toString('base64').replaceAll('=', '')
}
