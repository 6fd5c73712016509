import { z } from 'zod'
import { parseCompanyNumber, parseVatNumber } from '#shared/trader.ts'
import { parseNetworks } from './shared-networks.ts'
import { parseTrustProxy } from './trust-proxy.ts'

/** Every variable with its default, as in .env.example; an empty one counts as not set. */
export const DEFAULTS = {
  APP_MODE: 'demo',
  PROCESS_ROLE: 'all',
  HOST: '127.0.0.1',
  PORT: '3000',
  PUBLIC_URL: '',
  DATA_DIR: './data',
  DATABASE_URL: '',
  DATABASE_MIGRATE_URL: '',
  LOG_LEVEL: 'info',
  SECRET_KEY: '',
  SECRET_KEYS_OLD: '',
  CONTACT_PHONE: '+442079460123',
  CONTACT_WHATSAPP: '+447700900123',
  CONTACT_EMAIL: 'hello@vanfare.test',
  OFFICE_EMAIL: '',
  TRADER_NAME: 'Vanfare Ltd',
  TRADER_ADDRESS: '12 Kingsland Basin, London N1 5BA',
  TRADER_COMPANY_NUMBER: '99999999',
  TRADER_VAT_NUMBER: 'GB999999973',
  TRADER_BANK_ACCOUNT: '',
  SOCIAL_FACEBOOK: '',
  SOCIAL_INSTAGRAM: '',
  SOCIAL_YOUTUBE: '',
  SMTP_URL: '',
  MAIL_FROM: 'Vanfare <hello@vanfare.test>',
  SMS_URL: '',
  SMS_KEY: '',
  SMS_PREFIXES: '+44',
  PUSH_KEY: '',
  S3_ENDPOINT: '',
  S3_REGION: 'eu-west-2',
  S3_BUCKET: '',
  S3_ACCESS_KEY_ID: '',
  S3_SECRET_ACCESS_KEY: '',
  POSTCODES_URL: '',
  OSRM_URL: '',
  ADDRESS_LOOKUP_URL: '',
  ADDRESS_LOOKUP_KEY: '',
  MODULUS_WEIGHTS_FILE: '',
  MODULUS_SUBSTITUTES_FILE: '',
  METRICS_TOKEN: '',
  TRUST_PROXY: 'false',
  SHARED_NETWORKS: '',
  CONNECTIONS_PER_NETWORK: '200',
  RATE_LIMIT_FACTOR: '1',
  CLOCK_AHEAD: '',
  GUARD_OFF: '',
} as const

export type Name = keyof typeof DEFAULTS

const oneOf = <T extends string>(...values: T[]) => z.enum(values, { error: `must be one of: ${values.join(', ')}.` })

const absent = z.literal('').transform(() => undefined)

const optional = <T extends z.ZodType>(schema: T) => z.union([absent, schema], { error: lastMessage })

const url = (schemes: string[], example: string) =>
  z.string().refine((text) => schemes.includes(protocolOf(text)), `must be an address such as ${example}.`)

const httpUrl = (example: string) => url(['http:', 'https:'], example).transform((text) => text.replace(/\/+$/, ''))

const phone = z.string().regex(/^\+[0-9]{10,15}$/, 'must be an international number: + and 10 to 15 digits.')

const email = z.string().regex(/^[^\s@<>]{1,64}@[^\s@<>]{1,190}\.[a-z]{2,63}$/i, 'must be an email address.')

const oneLine = (most: number, hint: string) => z.string().regex(new RegExp(`^[^\\r\\n<>]{2,${most}}$`), hint)

const parsedBy = (parse: (text: string) => string | null, hint: string) =>
  z.string().transform((text, context) => {
    const parsed = parse(text)
    if (parsed !== null) return parsed
    context.addIssue({ code: 'custom', message: hint })
    return z.NEVER
  })

const mailbox = z
  .string()
  .regex(
    /^([^\r\n<>]{1,80} <[^\s@<>]+@[^\s@<>]+>|[^\s@<>]+@[^\s@<>]+)$/,
    'must be an address, or a name and <address>.',
  )

const file = z.string().refine((text) => !text.includes('\0'), 'must be a file.')

const longSecret = (least: number) =>
  z
    .string()
    .min(least, `must have at least ${least} characters: run "openssl rand -base64 48" and put its answer here.`)
    .refine(
      (text) => new Set(text).size >= 12,
      'is too easy to guess: run "openssl rand -base64 48" and put its answer here.',
    )

const databaseUrl = url(['postgres:', 'postgresql:'], 'postgresql://user:password@host:5432/database')

export const environment = z.object({
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
  DATABASE_URL: optional(databaseUrl),
  DATABASE_MIGRATE_URL: optional(databaseUrl),
  LOG_LEVEL: oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  SECRET_KEY: optional(longSecret(32)),
  SECRET_KEYS_OLD: z
    .string()
    .transform((text) => text.split(/[\s,]+/).filter(Boolean))
    .pipe(z.array(longSecret(32)).max(9, 'may name nine keys: take out those that nothing needs.')),
  CONTACT_PHONE: phone,
  CONTACT_WHATSAPP: phone,
  CONTACT_EMAIL: email,
  OFFICE_EMAIL: optional(email),
  TRADER_NAME: oneLine(160, 'must be the registered name, on one line.'),
  TRADER_ADDRESS: oneLine(300, 'must be the registered office, on one line with commas.'),
  TRADER_COMPANY_NUMBER: parsedBy(
    parseCompanyNumber,
    'must be a number of Companies House: eight digits, or two letters and six digits.',
  ),
  TRADER_VAT_NUMBER: parsedBy(parseVatNumber, 'must be a UK VAT number, such as GB123456782.'),
  TRADER_BANK_ACCOUNT: optional(
    oneLine(
      160,
      'must be the account to pay into, on one line, such as Vanfare Ltd, sort code 20-00-00, account 12345678.',
    ),
  ),
  SOCIAL_FACEBOOK: optional(httpUrl('https://www.facebook.com/vanfare')),
  SOCIAL_INSTAGRAM: optional(httpUrl('https://www.instagram.com/vanfare')),
  SOCIAL_YOUTUBE: optional(httpUrl('https://www.youtube.com/@vanfare')),
  SMTP_URL: optional(url(['smtp:', 'smtps:'], 'smtps://user:password@mail.example:465')),
  MAIL_FROM: mailbox,
  SMS_URL: optional(httpUrl('https://sms.example/send')),
  SMS_KEY: optional(z.string()),
  SMS_PREFIXES: z
    .string()
    .regex(/^\+[0-9]{1,6}(,\+[0-9]{1,6})*$/, 'must be beginnings of numbers separated by commas, such as +44,+353.')
    .transform((text) => text.split(',')),
  PUSH_KEY: optional(
    z
      .string()
      .regex(/^[A-Za-z0-9_-]{43}$/, 'must be a private key of P-256 in base64url, 43 characters.')
      .transform((text) => Buffer.from(text, 'base64url')),
  ),
  S3_ENDPOINT: optional(httpUrl('https://s3.eu-west-2.amazonaws.com')),
  S3_REGION: z.string().regex(/^[a-z0-9-]{1,40}$/, 'must be a region, such as eu-west-2.'),
  S3_BUCKET: optional(z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be a bucket name.')),
  S3_ACCESS_KEY_ID: optional(z.string()),
  S3_SECRET_ACCESS_KEY: optional(z.string()),
  POSTCODES_URL: optional(httpUrl('https://api.postcodes.io')),
  OSRM_URL: optional(httpUrl('https://router.example')),
  ADDRESS_LOOKUP_URL: optional(httpUrl('https://api.ideal-postcodes.co.uk/v1')),
  // It is sent in quotes in a header.
  ADDRESS_LOOKUP_KEY: optional(z.string().regex(/^[\w.~+/=-]{1,200}$/, 'must be a key without spaces and quotes.')),
  MODULUS_WEIGHTS_FILE: optional(file),
  MODULUS_SUBSTITUTES_FILE: optional(file),
  METRICS_TOKEN: optional(longSecret(24)),
  TRUST_PROXY: z.string().transform((text, context) => {
    const parsed = parseTrustProxy(text)
    if (!('refused' in parsed)) return parsed.trust
    context.addIssue({ code: 'custom', message: parsed.refused })
    return z.NEVER
  }),
  SHARED_NETWORKS: z.string().transform((text, context) => {
    const networks = parseNetworks(text)
    if (networks) return networks
    context.addIssue({ code: 'custom', message: 'must be networks separated by commas, such as 82.132.0.0/16.' })
    return z.NEVER
  }),
  CONNECTIONS_PER_NETWORK: z
    .string()
    .regex(/^[0-9]{1,5}$/, 'must be a whole number from 1 to 2000.')
    .transform(Number)
    .refine((count) => count >= 1 && count <= 2000, 'must be a whole number from 1 to 2000.'),
  RATE_LIMIT_FACTOR: z
    .string()
    .regex(/^[0-9]{1,6}(\.[0-9]{1,3})?$/, 'must be a number such as 1 or 100.')
    .transform(Number)
    .refine((factor) => factor > 0, 'must be more than 0.'),
  CLOCK_AHEAD: optional(
    z
      .string()
      .regex(/^([0-9]{1,3}[dh]|[0-9]{1,6}m)$/, 'must be a time such as 3d, 12h or 90m.')
      .transform(
        (text) =>
          Number.parseInt(text, 10) * (text.endsWith('d') ? 86_400_000 : text.endsWith('h') ? 3_600_000 : 60_000),
      ),
  ),
  GUARD_OFF: z
    .string()
    .regex(/^([a-z_]+(,[a-z_]+)*)?$/, 'must be names of guards separated by commas.')
    .transform((text): ReadonlySet<string> => new Set(text.split(',').filter(Boolean))),
} satisfies Record<Name, z.ZodType>)

export type Environment = z.output<typeof environment>

const protocolOf = (text: string): string => URL.parse(text)?.protocol ?? ''

/** For "nothing, or …" only errors in the second alternative are worth reporting. */
function lastMessage(issue: { errors?: { message: string }[][] }): string {
  return issue.errors?.at(-1)?.[0]?.message ?? 'is not valid.'
}
