import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { z } from 'zod'
import { readOrMakeSecretKey } from './secret-key.ts'
import { StartError } from './start-error.ts'
import { parseTrustProxy } from './trust-proxy.ts'

export type Config = {
  appMode: 'demo' | 'production'
  /** NODE_ENV=development: pages are compiled as they are asked for. */
  isDevelopment: boolean
  /** What this process does: serve pages and API, work off jobs, or both. */
  role: 'all' | 'web' | 'worker'
  host: string
  port: number
  /** Scheme, host and port under which people reach the product, without a final slash: links in mails begin so. */
  publicUrl: string
  /** Absolute. */
  dataDir: string
  /** Absent: the embedded PostgreSQL under dataDir. */
  databaseUrl?: string
  logLevel: string
  /** At least 32 characters. Derive one key per purpose from it (HKDF), never use it as it is. */
  secretKey: string
  contacts: {
    phone: string
    whatsapp: string
    email: string
    social: { facebook?: string; instagram?: string; youtube?: string }
  }
  /** Absent: mails are kept in the mailbox only. */
  smtp?: { url: string }
  mailFrom: string
  sms?: { url: string; key: string }
  /** Absent: files lie under dataDir. */
  s3?: { endpoint: string; region: string; bucket: string; accessKeyId: string; secretAccessKey: string }
  postcodesUrl?: string
  osrmUrl?: string
  tilesUrl?: string
  /** Absent: /metrics answers on loopback only. */
  metricsToken?: string
  /** As Fastify takes it: nobody, a number of hops, or exact addresses. */
  trustProxy: false | number | string[]
  /** 1 except in tests. */
  rateLimitFactor: number
  /** Names of guards that a test switched off, to see it go red. Always empty outside NODE_ENV=test. */
  guardOff: ReadonlySet<string>
}

/** Every variable with its default as .env.example shows it; an empty one means "not set". */
export const DEFAULTS = {
  APP_MODE: 'demo',
  PROCESS_ROLE: 'all',
  HOST: '127.0.0.1',
  PORT: '3000',
  PUBLIC_URL: '',
  DATA_DIR: './data',
  DATABASE_URL: '',
  LOG_LEVEL: 'info',
  SECRET_KEY: '',
  CONTACT_PHONE: '+442079460123',
  CONTACT_WHATSAPP: '+447700900123',
  CONTACT_EMAIL: 'hello@vanfare.test',
  SOCIAL_FACEBOOK: '',
  SOCIAL_INSTAGRAM: '',
  SOCIAL_YOUTUBE: '',
  SMTP_URL: '',
  MAIL_FROM: 'Vanfare <hello@vanfare.test>',
  SMS_URL: '',
  SMS_KEY: '',
  S3_ENDPOINT: '',
  S3_REGION: 'eu-west-2',
  S3_BUCKET: '',
  S3_ACCESS_KEY_ID: '',
  S3_SECRET_ACCESS_KEY: '',
  POSTCODES_URL: '',
  OSRM_URL: '',
  TILES_URL: '',
  METRICS_TOKEN: '',
  TRUST_PROXY: 'false',
  RATE_LIMIT_FACTOR: '1',
  GUARD_OFF: '',
} as const

type Name = keyof typeof DEFAULTS

const oneOf = <T extends string>(...values: T[]) => z.enum(values, { error: `must be one of: ${values.join(', ')}.` })

const absent = z.literal('').transform(() => undefined)

const optional = <T extends z.ZodType>(schema: T) => z.union([absent, schema], { error: lastMessage })

const url = (schemes: string[], example: string) =>
  z.string().refine((text) => schemes.includes(protocolOf(text)), `must be an address such as ${example}.`)

const httpUrl = (example: string) => url(['http:', 'https:'], example).transform((text) => text.replace(/\/+$/, ''))

const phone = z.string().regex(/^\+[0-9]{10,15}$/, 'must be an international number: + and 10 to 15 digits.')

const email = z.string().regex(/^[^\s@<>]{1,64}@[^\s@<>]{1,190}\.[a-z]{2,63}$/i, 'must be an e-mail address.')

const mailbox = z
  .string()
  .regex(
    /^([^\r\n<>]{1,80} <[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/,
    'must be an address, or a name and <address>.',
  )

const longSecret = (least: number) =>
  z
    .string()
    .min(least, `must have at least ${least} characters: run "openssl rand -base64 48" and put its answer here.`)
    .refine(
      (text) => new Set(text).size >= 12,
      'is too easy to guess: run "openssl rand -base64 48" and put its answer here.',
    )

const environment = z.object({
  APP_MODE: oneOf('demo', 'production'),
  PROCESS_ROLE: oneOf('all', 'web', 'worker'),
  HOST: z.string().regex(/^[a-z0-9.:_-]{1,253}$/i, 'must be an address or a host name, such as 127.0.0.1 or 0.0.0.0.'),
  PORT: z
    .string()
    .regex(/^[1-9][0-9]{0,4}$/, 'must be a whole number from 1 to 65535.')
    .transform(Number)
    .refine((port) => port <= 65_535, 'must be a whole number from 1 to 65535.'),
  PUBLIC_URL: optional(
    httpUrl('https://vanfare.example').refine(
      (text) => new URL(text).origin === text,
      'must be scheme, host and port only, such as https://vanfare.example.',
    ),
  ),
  DATA_DIR: z.string().refine((text) => !text.includes('\0'), 'must be a directory.'),
  DATABASE_URL: optional(url(['postgres:', 'postgresql:'], 'postgresql://user:password@host:5432/database')),
  LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  SECRET_KEY: optional(longSecret(32)),
  CONTACT_PHONE: phone,
  CONTACT_WHATSAPP: phone,
  CONTACT_EMAIL: email,
  SOCIAL_FACEBOOK: optional(httpUrl('https://www.facebook.com/vanfare')),
  SOCIAL_INSTAGRAM: optional(httpUrl('https://www.instagram.com/vanfare')),
  SOCIAL_YOUTUBE: optional(httpUrl('https://www.youtube.com/@vanfare')),
  SMTP_URL: optional(url(['smtp:', 'smtps:'], 'smtps://user:password@mail.example:465')),
  MAIL_FROM: mailbox,
  SMS_URL: optional(httpUrl('https://sms.example/send')),
  SMS_KEY: optional(z.string()),
  S3_ENDPOINT: optional(httpUrl('https://s3.eu-west-2.amazonaws.com')),
  S3_REGION: z.string().regex(/^[a-z0-9-]{1,40}$/, 'must be a region, such as eu-west-2.'),
  S3_BUCKET: optional(z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be a bucket name.')),
  S3_ACCESS_KEY_ID: optional(z.string()),
  S3_SECRET_ACCESS_KEY: optional(z.string()),
  POSTCODES_URL: optional(httpUrl('https://api.postcodes.io')),
  OSRM_URL: optional(httpUrl('https://router.example')),
  TILES_URL: optional(
    httpUrl('https://tiles.example/{z}/{x}/{y}.png').refine(
      (text) => ['{z}', '{x}', '{y}'].every((part) => text.includes(part)),
      'must hold {z}, {x} and {y}, such as https://tiles.example/{z}/{x}/{y}.png.',
    ),
  ),
  METRICS_TOKEN: optional(longSecret(24)),
  TRUST_PROXY: z.string().transform((text, context) => {
    const parsed = parseTrustProxy(text)
    if (!('refused' in parsed)) return parsed.trust
    context.addIssue({ code: 'custom', message: parsed.refused })
    return z.NEVER
  }),
  RATE_LIMIT_FACTOR: z
    .string()
    .regex(/^[0-9]{1,6}(\.[0-9]{1,3})?$/, 'must be a number such as 1 or 100.')
    .transform(Number)
    .refine((factor) => factor > 0, 'must be more than 0.'),
  GUARD_OFF: z
    .string()
    .regex(/^([a-z_]+(,[a-z_]+)*)?$/, 'must be names of guards separated by commas.')
    .transform((text): ReadonlySet<string> => new Set(text.split(',').filter(Boolean))),
} satisfies Record<Name, z.ZodType>)

type Environment = z.output<typeof environment>

/** The variables of this process, over those of a .env file in the directory it was started in. */
export function loadEnvironment(folder: string = process.cwd()): NodeJS.ProcessEnv {
  const file = resolve(folder, '.env')
  return existsSync(file) ? { ...parseEnv(readFileSync(file, 'utf8')), ...process.env } : process.env
}

/** Refuses with one line for each wrong variable. In demo mode a missing SECRET_KEY is made once and kept in DATA_DIR. */
export function readConfig(env: NodeJS.ProcessEnv): Config {
  const given = Object.fromEntries(
    Object.keys(DEFAULTS).map((name) => [name, env[name]?.trim() || DEFAULTS[name as Name]]),
  )
  const parsed = environment.safeParse(given)
  const lines = parsed.success
    ? combinationProblems(parsed.data, env)
    : parsed.error.issues.map(({ path, message }) => `${String(path[0])} ${message}`)
  if (!parsed.success || lines.length > 0) throw new StartError(lines.join('\n'))
  return toConfig(parsed.data, env)
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
  together(['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'])
  if (values.GUARD_OFF.size > 0 && env['NODE_ENV'] !== 'test')
    problems.push('GUARD_OFF is for tests only: leave it empty.')
  return values.APP_MODE === 'production' ? [...problems, ...productionProblems(values)] : problems
}

/** What a demonstration may leave open but real customers may not meet. */
function productionProblems(values: Environment): string[] {
  const problems: string[] = []
  const needed: [Name, string][] = [
    ['SECRET_KEY', 'it signs sessions and links; run "openssl rand -base64 48" and keep the answer'],
    ['PUBLIC_URL', 'links in mails begin with it'],
    ['SMTP_URL', 'without it no mail leaves'],
  ]
  for (const [name, why] of needed) {
    if (values[name] === undefined) problems.push(`${name} must be set in production: ${why}.`)
  }
  for (const name of ['CONTACT_PHONE', 'CONTACT_WHATSAPP', 'CONTACT_EMAIL', 'MAIL_FROM'] as const) {
    if (values[name] === DEFAULTS[name]) problems.push(`${name} must be set in production: the default is made up.`)
  }
  if (values.PUBLIC_URL && !values.PUBLIC_URL.startsWith('https://'))
    problems.push('PUBLIC_URL must begin with https:// in production.')
  if (values.RATE_LIMIT_FACTOR !== 1) problems.push('RATE_LIMIT_FACTOR must be 1 in production.')
  return problems
}

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
    logLevel: values.LOG_LEVEL,
    secretKey: values.SECRET_KEY ?? readOrMakeSecretKey(dataDir),
    contacts: {
      phone: values.CONTACT_PHONE,
      whatsapp: values.CONTACT_WHATSAPP,
      email: values.CONTACT_EMAIL,
      social: { facebook: values.SOCIAL_FACEBOOK, instagram: values.SOCIAL_INSTAGRAM, youtube: values.SOCIAL_YOUTUBE },
    },
    smtp: values.SMTP_URL === undefined ? undefined : { url: values.SMTP_URL },
    mailFrom: values.MAIL_FROM,
    sms: values.SMS_URL && values.SMS_KEY ? { url: values.SMS_URL, key: values.SMS_KEY } : undefined,
    s3: s3Of(values),
    postcodesUrl: values.POSTCODES_URL,
    osrmUrl: values.OSRM_URL,
    tilesUrl: values.TILES_URL,
    metricsToken: values.METRICS_TOKEN,
    trustProxy: values.TRUST_PROXY,
    rateLimitFactor: values.RATE_LIMIT_FACTOR,
    guardOff: values.GUARD_OFF,
  }
}

function s3Of(values: Environment): Config['s3'] {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_REGION: region } = values
  const { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = values
  return endpoint && bucket && accessKeyId && secretAccessKey
    ? { endpoint, bucket, region, accessKeyId, secretAccessKey }
    : undefined
}

const protocolOf = (text: string): string => URL.parse(text)?.protocol ?? ''

/** Of "nothing, or …", only what is wrong with the second is worth saying. */
function lastMessage(issue: { errors?: { message: string }[][] }): string {
  return issue.errors?.at(-1)?.[0]?.message ?? 'is not valid.'
}
