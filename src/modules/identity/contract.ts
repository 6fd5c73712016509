import { z } from 'zod'
import { commonRefusals, endpoint, refusal, STAFF_ROLES } from '#shared/endpoint.ts'

/** Accounts and sessions: spec §7 Auth and User, decisions §2. */

// Only the length is checked here, because an unknown address and a malformed one get the same answer. The rules for addresses are in
// #shared/email.ts.
export const email = z.string({ error: 'Required' }).trim().min(1, 'Required').max(254, 'Invalid email')
const password = z.string({ error: 'Required' }).min(1, 'Required').max(1024)
const token = z.string({ error: 'Required' }).min(1, 'Required').max(500)

export const unverifiedEmail = refusal('unverified_email', 403, 'unverified email')
export const { accountDeleted, accountBlocked } = commonRefusals
export const wrongCredentials = refusal('wrong_credentials', 401, 'The email or the password is wrong.')
export const tokenExpired = refusal('token_expired', 409, 'token lifetime expired')
/** The password is right, but the account requires a code: send the same request with `totp_code`. */
export const totpRequired = refusal('totp_required', 403, 'Enter the code from your authenticator app.')
export const totpWrong = refusal('totp_wrong', 401, 'The code is wrong or has already been used.')
/** Access to the mailbox alone is not enough: anybody can register any address, and only its owner knows the password. */
export const passwordRequired = refusal(
  'password_required',
  403,
  'Send the password that was chosen with this registration, or open the link in the browser that registered.',
)
export const sessionEnded = refusal('session_ended', 401, 'Your session has ended. Please log in again.')

const tokens = z.object({ access: z.string(), refresh: z.string() })
const credentials = z.strictObject({
  email,
  password,
  /** Six digits from the app, or a recovery code; needed only after `totp_required`. */
  totp_code: z.string().trim().max(40).nullish(),
})
const loginRefusals = [
  unverifiedEmail,
  accountDeleted,
  accountBlocked,
  wrongCredentials,
  totpRequired,
  totpWrong,
] as const

export const logIn = endpoint({
  id: 'logIn',
  method: 'POST',
  path: '/users/login/',
  summary: 'Log in',
  access: 'public',
  body: credentials,
  answer: tokens,
  refusals: loginRefusals,
  limit: { name: 'login', per: 'address', count: 20, seconds: 60 },
})

export const logInCustomer = endpoint({
  ...logIn,
  id: 'logInCustomer',
  path: '/users/customer/login/',
  summary: 'Log in as a customer, mid-booking',
})

export const register = endpoint({
  id: 'register',
  method: 'POST',
  path: '/users/register/',
  summary: 'Open an account',
  access: 'public',
  body: z.strictObject({
    user_role: z.enum(['customer', 'driver'], { error: 'Choose customer or driver.' }),
    email: z.string({ error: 'Required' }).trim().min(1, 'Required').max(254, 'Invalid email'),
    password: z.string({ error: 'Required' }).min(1, 'Required').max(1024),
    first_name: z.string({ error: 'Required' }).trim().min(1, 'Required').max(100),
    last_name: z.string().trim().max(100).nullish(),
    phone: z.string().trim().max(30).nullish(),
    company_name: z.string().trim().max(120).nullish(),
    /** A booking follows at once: its email brings the link, and this one is sent only if none has come within three minutes. */
    for_booking: z.boolean().nullish(),
  }),
  status: 201,
  answer: z.object({ detail: z.string(), booking_token: z.string() }),
  keyless: 'what it gives out is a secret, which is written down nowhere; registering again sends another link.',
  // Counts all tries; accepted ones are limited to five an hour (commands.ts).
  limit: { name: 'register', per: 'address', count: 30, seconds: 3600, isDurable: true },
})

export const verifyEmail = endpoint({
  id: 'verifyEmail',
  method: 'POST',
  path: '/users/verify-email/',
  summary:
    'Verify an email address with the emailed token. It speaks for one registration: its password, names and booking; every other of that address is void afterwards',
  access: 'public',
  body: z.strictObject({
    token,
    /** The registration's, or the existing account's. May be left out only by the device that registered (`vanfare-device`). */
    password: z.string().min(1, 'Required').max(1024).nullish(),
  }),
  answer: z.object({
    detail: z.string(),
    /** The booking that was waiting for this, if any: its link, and whether its time was still free. */
    booking: z.object({ hash: z.string(), status: z.string(), is_held: z.boolean() }).nullable(),
  }),
  refusals: [tokenExpired, passwordRequired],
  limit: { name: 'verify-email', per: 'address', count: 20, seconds: 3600, isDurable: true },
})

export const refreshTokens = endpoint({
  id: 'refreshTokens',
  method: 'POST',
  path: '/users/token-refresh/',
  summary: 'A new pair of tokens for a refresh token',
  access: 'public',
  body: z.strictObject({ refresh: token }),
  answer: tokens,
  refusals: [sessionEnded, accountDeleted, accountBlocked],
  limit: { name: 'token-refresh', per: 'address', count: 120, seconds: 60 },
})

export const logOut = endpoint({
  id: 'logOut',
  method: 'POST',
  path: '/users/logout/',
  summary: 'End this session',
  access: ['customer', 'driver', 'hired', 'admin'],
  staff: 'self',
  body: z.strictObject({}).nullish(),
  status: 204,
  answer: z.undefined(),
})

export const getUser = endpoint({
  id: 'getUser',
  method: 'GET',
  path: '/users/',
  summary: 'The signed-in user',
  access: ['customer', 'driver', 'hired', 'admin'],
  staff: 'self',
  answer: z.object({
    id: z.uuid(),
    user_role: z.enum(['customer', 'driver', 'admin']),
    /** Role of an admin in the office. */
    staff_role: z.enum(STAFF_ROLES).optional(),
    /** The admin has to set up two-step login before anything else is answered. */
    needs_two_step: z.boolean().optional(),
    email: z.string(),
    email_is_verified: z.boolean(),
    first_name: z.string(),
    last_name: z.string().nullable(),
    phone: z.string().nullable(),
    phone_is_verified: z.boolean(),
    /** A new address whose link has not been followed yet. */
    pending_email: z.string().nullable(),
    totp_is_on: z.boolean(),
    company_id: z.uuid().optional(),
    /** Units of the company; for a hired driver, the one they drive. */
    working_unit_ids: z.array(z.uuid()).optional(),
    /** A driver without a company of their own, who may drive a unit of another's. */
    is_hired: z.boolean().optional(),
    /** A hired driver whom the owner allows to confirm, reject and take jobs. */
    may_answer: z.boolean().optional(),
  }),
})
