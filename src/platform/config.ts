import type { BlockList } from 'node:net'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { keysOf } from '#shared/records.ts'
import type { Platform } from '#shared/trader.ts'
import { DEFAULTS, environment, type Environment, type Name } from './environment.ts'
import { readOrMakeSecretKey } from './secret-key.ts'
import { StartError } from './errors.ts'

export type Config = {
  appMode: 'demo' | 'production'
  /** NODE_ENV=development: pages are compiled on request. */
  isDevelopment: boolean
  /** What this process does: serve pages and API, run jobs, or both. */
  role: 'all' | 'web' | 'worker'
  host: string
  port: number
  /** Scheme, host and port under which the product is reached, without a trailing slash; used for links in mails. */
  publicUrl: string
  /** Absolute. */
  dataDir: string
  /** If absent, the embedded PostgreSQL under dataDir is used. */
  databaseUrl?: string
  /** The database's owner, if databaseUrl's role may not change the schema. */
  databaseMigrateUrl?: string
  logLevel: string
  /** At least 32 characters. Derive one key per purpose from it (HKDF); never use it directly. */
  secretKey: string
  /** Former keys, and the next one while processes change over: they open and recognise, but make nothing new. */
  oldSecretKeys: readonly string[]
  contacts: {
    phone: string
    whatsapp: string
    email: string
    social: { facebook?: string; instagram?: string; youtube?: string }
  }
  /** Where colleagues are told of appeals and stopped units; that of the contacts if not set. */
  officeEmail: string
  /** Who is behind the pages; made up in a demonstration. */
  trader: Platform
  /** The account that companies pay into, as statements print it; absent: the office writes to them. */
  bankAccount?: string
  /** If absent, mails are only kept in the mailbox. */
  smtp?: { url: string }
  mailFrom: string
  sms?: { url: string; key: string }
  /** Signs what is sent to browsers. Absent: derived from the secret key. */
  pushKey?: Buffer
  /** Prefixes of phone numbers that codes may be sent to. */
  smsPrefixes: string[]
  /** If absent, files are stored under dataDir. */
  s3?: { endpoint: string; region: string; bucket: string; accessKeyId: string; secretAccessKey: string }
  postcodesUrl?: string
  osrmUrl?: string
  /** If absent, addresses are typed only. */
  addressLookup?: { url: string; key: string }
  /** Absolute paths of the modulus-check tables for bank accounts. If absent, only the format is checked. */
  modulusFiles?: { weights: string; substitutes: string }
  /** If absent, /metrics answers on loopback only. */
  metricsToken?: string
  /** Fastify’s format: false, a number of hops, or exact addresses. */
  trustProxy: false | number | string[]
  /** Networks that many people share, such as those of mobile operators: being in one of them together says nothing. */
  sharedNetworks: BlockList
  /** How many connections one network may hold; trusted proxies are not counted. */
  connectionsPerNetwork: number
  /** 1 except in tests. */
  rateLimitFactor: number
  /** Demonstration only: how far its clock is ahead at the start, in milliseconds. */
  clockAheadMs?: number
  /** Names of guards switched off by a test that checks they matter. Always empty outside NODE_ENV=test. */
  guardOff: ReadonlySet<string>
}

/** This process's environment variables, which override a .env file in the working directory. */
export function loadEnvironment(folder: string = process.cwd()): NodeJS.ProcessEnv {
  const file = resolve(folder, '.env')
  return existsSync(file) ? { ...parseEnv(readFileSync(file, 'utf8')), ...process.env } : process.env
}

/** Refuses with one line per invalid variable. In demo mode a missing SECRET_KEY is made once and kept in DATA_DIR. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(keysOf<Name>(DEFAULTS).map((name) => [name, env[name]?.trim() || DEFAULTS[name]]))
  const parsed = environment.safeParse(given)
  const lines = parsed.success ? combinationProblems(parsed.data, env) : onePerVariable(parsed.error.issues)
  if (!parsed.success || lines.length > 0) throw new StartError(lines.join('\n'))
  return toConfig(parsed.data, env)
}

/** The first problem of each variable. Values are never shown, because some are secrets. */
function onePerVariable(issues: { path: PropertyKey[]; message: string }[]): string[] {
  const first = new Map<string, string>()
  for (const { path, message } of issues) {
    const name = String(path[0])
    if (!first.has(name)) first.set(name, `${name} ${message}`)
  }
  return [...first.values()]
}

function combinationProblems(values: Environment, env: NodeJS.ProcessEnv): string[] {
  const problems: string[] = []
  const together = (names: Name[]) => {
    const missing = names.filter((name) => values[name] === undefined)
    if (missing.length > 0 && missing.length < names.length) {
      problems.push(...missing.map((name) => `${name} must be set too: ${names.join(', ')} belong together.`))
    }
  }
  together(['SMS_URL', 'SMS_KEY'])
  together(['ADDRESS_LOOKUP_URL', 'ADDRESS_LOOKUP_KEY'])
  if (values.DATABASE_MIGRATE_URL && !values.DATABASE_URL)
    problems.push('DATABASE_URL must be set too: DATABASE_MIGRATE_URL is another role of the same database.')
  if (values.PROCESS_ROLE !== 'all' && !values.DATABASE_URL)
    problems.push(
      `DATABASE_URL must be set too: a process with PROCESS_ROLE=${values.PROCESS_ROLE} shares its database with others.`,
    )
  together(['MODULUS_WEIGHTS_FILE', 'MODULUS_SUBSTITUTES_FILE'])
  together(['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])
  if (values.GUARD_OFF.size > 0 && env['NODE_ENV'] !== 'test')
    problems.push('GUARD_OFF is for tests only: leave it empty.')
  return values.APP_MODE === 'production' ? [...problems, ...productionProblems(values)] : problems
}

/** What a demonstration may leave unset but production may not. */
function productionProblems(values: Environment): string[] {
  const problems: string[] = []
  const needed: [Name, string][] = [
    ['SECRET_KEY', 'it signs sessions and links; run "openssl rand -base64 48" and keep the answer'],
    ['PUBLIC_URL', 'links in emails begin with it'],
    ['SMTP_URL', 'without it no email leaves'],
  ]
  for (const [name, why] of needed) {
    if (values[name] === undefined) problems.push(`${name} must be set in production: ${why}.`)
  }
  for (const name of madeUp) {
    if (values[name] === DEFAULTS[name]) problems.push(`${name} must be set in production: the default is made up.`)
  }
  if (values.PUBLIC_URL && !values.PUBLIC_URL.startsWith('https://'))
    problems.push('PUBLIC_URL must begin with https:// in production.')
  for (const [name, secret] of knownSecrets) {
    if (values[name] === secret || passwordOf(values[name]) === secret)
      problems.push(`${name} must be a secret of your own in production: this one is public.`)
  }
  if (values.CLOCK_AHEAD !== undefined) problems.push('CLOCK_AHEAD is for demonstrations only: leave it empty.')
  if (values.RATE_LIMIT_FACTOR !== 1) problems.push('RATE_LIMIT_FACTOR must be 1 in production.')
  return problems
}

/** Their defaults are a demonstration's. The law wants the true ones of TRADER_NAME and the rest on every page. */
const madeUp = [
  'CONTACT_PHONE',
  'CONTACT_WHATSAPP',
  'CONTACT_EMAIL',
  'MAIL_FROM',
  'TRADER_NAME',
  'TRADER_ADDRESS',
  'TRADER_COMPANY_NUMBER',
  'TRADER_VAT_NUMBER',
] as const

/** The credentials of compose.yaml and of a well-known object store's default set-up. */
const knownSecrets = [
  ['DATABASE_URL', 'vanfare'],
  ['DATABASE_MIGRATE_URL', 'vanfare'],
  ['S3_SECRET_ACCESS_KEY', 'minioadmin'],
] as const

const passwordOf = (url: string | undefined): string => (url && URL.parse(url)?.password) || ''

function toConfig(values: Environment, env: NodeJS.ProcessEnv): Config {
  const dataDir = resolve(values.DATA_DIR)
  const shownHost = ['0.0.0.0', '::'].includes(values.HOST) ? 'localhost' : values.HOST
  return {
    appMode: values.APP_MODE,
    isDevelopment: env['NODE_ENV'] === 'development',
    role: values.PROCESS_ROLE,
    host: values.HOST,
    port: values.PORT,
    publicUrl: values.PUBLIC_URL ?? `http://${shownHost.includes(':') ? `[${shownHost}]` : shownHost}:${values.PORT}`,
    dataDir,
    databaseUrl: values.DATABASE_URL,
    databaseMigrateUrl: values.DATABASE_MIGRATE_URL,
    logLevel: values.LOG_LEVEL,
    secretKey: values.SECRET_KEY ?? readOrMakeSecretKey(dataDir),
    oldSecretKeys: values.SECRET_KEYS_OLD,
    contacts: {
      phone: values.CONTACT_PHONE,
      whatsapp: values.CONTACT_WHATSAPP,
      email: values.CONTACT_EMAIL,
      social: { facebook: values.SOCIAL_FACEBOOK, instagram: values.SOCIAL_INSTAGRAM, youtube: values.SOCIAL_YOUTUBE },
    },
    officeEmail: values.OFFICE_EMAIL ?? values.CONTACT_EMAIL,
    trader: {
      name: values.TRADER_NAME,
      companyNumber: values.TRADER_COMPANY_NUMBER,
      address: values.TRADER_ADDRESS,
      vatNumber: values.TRADER_VAT_NUMBER,
    },
    bankAccount: values.TRADER_BANK_ACCOUNT,
    smtp: values.SMTP_URL === undefined ? undefined : { url: values.SMTP_URL },
    mailFrom: values.MAIL_FROM,
    sms: values.SMS_URL && values.SMS_KEY ? { url: values.SMS_URL, key: values.SMS_KEY } : undefined,
    smsPrefixes: values.SMS_PREFIXES,
    pushKey: values.PUSH_KEY,
    s3: s3Of(values),
    postcodesUrl: values.POSTCODES_URL,
    osrmUrl: values.OSRM_URL,
    addressLookup: addressLookupOf(values),
    modulusFiles: modulusFilesOf(values),
    metricsToken: values.METRICS_TOKEN,
    trustProxy: values.TRUST_PROXY,
    sharedNetworks: values.SHARED_NETWORKS,
    connectionsPerNetwork: values.CONNECTIONS_PER_NETWORK,
    rateLimitFactor: values.RATE_LIMIT_FACTOR,
    clockAheadMs: values.CLOCK_AHEAD,
    guardOff: values.GUARD_OFF,
  }
}

function modulusFilesOf(values: Environment): Config['modulusFiles'] {
  const { MODULUS_WEIGHTS_FILE: weights, MODULUS_SUBSTITUTES_FILE: substitutes } = values
  return weights && substitutes ? { weights: resolve(weights), substitutes: resolve(substitutes) } : undefined
}

function addressLookupOf({ ADDRESS_LOOKUP_URL: url, ADDRESS_LOOKUP_KEY: key }: Environment): Config['addressLookup'] {
  return url && key ? { url, key } : undefined
}

function s3Of(values: Environment): Config['s3'] {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region } = values
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = values
  return endpoint && bucket && accessKeyId && secretAccessKey
    ? { endpoint, bucket, region, accessKeyId, secretAccessKey }
    : undefined
}
