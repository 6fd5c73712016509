import { z } from 'zod'
import { endpoint, refusal, file } from '#shared/endpoint.ts'
import { pageOf, pageQuery } from '#shared/page.ts'
import { nameShape } from '#shared/schemas.ts'
import { isPostcode, normalisePostcode } from '#shared/uk-postcode.ts'
import { lastOwner } from '../administration/contract.ts'
import { email, getUser, tokenExpired } from '../contract.ts'
import { currentPassword, reauthRequired } from '../passwords/contract.ts'

/** Addresses that a customer saves for future moves, with a route point's fields (spec §3). */

export const tooManyAddresses = refusal('too_many_addresses', 409, 'You have 20 addresses. Remove one to add another.')

const postcode = z
  .string({ error: 'Enter a postcode, such as E17 4QH.' })
  .max(16, 'Enter a full UK postcode, such as E17 4QH.')
  .refine(isPostcode, 'Enter a full UK postcode, such as E17 4QH.')
  .transform((given) => normalisePostcode(given) ?? given)

const text = (length: number) => z.string().trim().max(length, `Keep this under ${length} characters.`).nullish()

const body = z.strictObject({
  /** "Home", "Mum’s house". */
  label: z
    .string({ error: 'Give this address a name, such as Home.' })
    .trim()
    .min(1, 'Give this address a name, such as Home.')
    .max(60, 'Keep this under 60 characters.'),
  postcode,
  formatted_address: text(300),
  flat_and_house: text(120),
  stairs: z.int('Choose the stairs.').min(0).max(9).default(0),
  contact_name: text(100),
  contact_number: z.string().trim().max(30).nullish(),
})

const savedAddress = z.object({
  id: z.uuid(),
  label: z.string(),
  postcode: z.string(),
  formatted_address: z.string().nullable(),
  flat_and_house: z.string().nullable(),
  stairs: z.int(),
  contact_name: z.string().nullable(),
  contact_number: z.string().nullable(),
})
nameShape('SavedAddress', savedAddress)

const one = z.object({ id: z.uuid() })

export const listSavedAddresses = endpoint({
  id: 'listSavedAddresses',
  method: 'GET',
  path: '/users/addresses/',
  summary: 'Saved addresses by name',
  access: ['customer'],
  query: z.object(pageQuery),
  answer: pageOf(savedAddress),
})

export const addSavedAddress = endpoint({
  id: 'addSavedAddress',
  method: 'POST',
  path: '/users/addresses/',
  summary: 'Save an address; at most 20',
  access: ['customer'],
  body,
  status: 201,
  answer: savedAddress,
  refusals: [tooManyAddresses],
  idempotent: true,
})

export const changeSavedAddress = endpoint({
  id: 'changeSavedAddress',
  method: 'PUT',
  path: '/users/addresses/{id}/',
  summary: 'Change a saved address',
  access: ['customer'],
  params: one,
  body,
  answer: savedAddress,
})

export const removeSavedAddress = endpoint({
  id: 'removeSavedAddress',
  method: 'DELETE',
  path: '/users/addresses/{id}/',
  summary: 'Remove a saved address',
  access: ['customer'],
  params: one,
  status: 204,
  answer: z.undefined(),
})

export const phoneNotVerified = refusal(
  'phone_not_verified',
  409,
  'Confirm this number with the code that we send to it, then save it.',
)

/**
 * A field that is not sent keeps its value. A new email address takes effect when its link is followed; until then `pending_email`
 * shows it. A phone number takes effect with its code (`users/mobile-phone/…`); sending the current one changes nothing.
 */
export const updateUser = endpoint({
  id: 'updateUser',
  method: 'PUT',
  path: '/users/',
  summary: 'Change name, email address or phone number',
  access: ['customer', 'driver', 'hired', 'admin'],
  staff: 'everyone',
  body: z.strictObject({
    first_name: z.string().trim().min(1, 'Required').max(100).optional(),
    last_name: z.string().trim().max(100).nullish(),
    email: email.optional(),
    phone: z.string().trim().max(30).optional(),
    current_password: currentPassword,
  }),
  answer: getUser.answer,
  refusals: [reauthRequired, phoneNotVerified],
  limit: { name: 'update-user', per: 'user', count: 60, seconds: 3600 },
})

export const confirmEmailChange = endpoint({
  id: 'confirmEmailChange',
  method: 'POST',
  path: '/users/change-email/',
  summary: 'Move the account to a new email address with the token emailed there',
  access: 'public',
  body: z.strictObject({ token: z.string({ error: 'Required' }).min(1, 'Required').max(500) }),
  answer: z.object({ detail: z.string(), email: z.string() }),
  refusals: [tokenExpired],
  limit: { name: 'change-email', per: 'address', count: 20, seconds: 3600, isDurable: true },
})

/**
 * Events that a customer is notified of, and on which channels. Essential messages (a booking that ended, account
 * security) are always emailed.
 */

const channels = z.strictObject({ email: z.boolean(), sms: z.boolean(), push: z.boolean() })

const settings = z.strictObject({
  /** Received, confirmed, changed, looking for another driver. */
  booking_updates: channels,
  /** The day before the move. */
  move_reminders: channels,
  /** After the move: how it went. */
  review_requests: channels,
  /** The driver has written. */
  new_messages: channels,
})

const some = channels.partial().optional()
const changes = { booking_updates: some, move_reminders: some, review_requests: some, new_messages: some }

export const getMessageSettings = endpoint({
  id: 'getMessageSettings',
  method: 'GET',
  path: '/users/notification-settings/',
  summary: 'Which messages a customer gets by email, by SMS and on their devices',
  access: ['customer'],
  answer: settings,
})

export const saveMessageSettings = endpoint({
  id: 'saveMessageSettings',
  method: 'PUT',
  path: '/users/notification-settings/',
  summary: 'Choose which messages come by email, by SMS and on their devices; what is not sent stays as it is',
  access: ['customer'],
  body: z.strictObject(changes),
  answer: settings,
})

export const bookingAhead = refusal(
  'booking_ahead',
  409,
  'You have an upcoming booking. Cancel it first, then close your account.',
)
/** A link has been emailed, or the account is already closing. */
export const pendingDelete = refusal('pending_delete', 409, 'pending_delete')

export const deleteAccount = endpoint({
  id: 'deleteAccount',
  method: 'POST',
  path: '/users/delete-account/',
  summary: 'Email a link that closes the account',
  access: ['customer', 'driver', 'hired', 'admin'],
  staff: 'everyone',
  body: z.strictObject({}).nullish(),
  answer: z.object({ detail: z.string() }),
  refusals: [bookingAhead, lastOwner, pendingDelete],
  limit: { name: 'delete-account', per: 'user', count: 10, seconds: 86_400, isDurable: true },
})

export const verifyDeleteAccount = endpoint({
  id: 'verifyDeleteAccount',
  method: 'POST',
  path: '/users/verify-delete-account/',
  summary: 'Close the account with the emailed token; it is erased 30 days later',
  access: 'public',
  body: z.strictObject({ token: z.string({ error: 'Required' }).min(1, 'Required').max(500) }),
  answer: z.object({ detail: z.string(), erased_at: z.iso.datetime() }),
  refusals: [tokenExpired, bookingAhead, lastOwner],
  limit: { name: 'verify-delete-account', per: 'address', count: 20, seconds: 3600, isDurable: true },
})

export const exportOwnData = endpoint({
  id: 'exportOwnData',
  method: 'GET',
  path: '/users/export/',
  summary: 'Everything held about the signed-in user, as one JSON file',
  access: ['customer', 'driver', 'hired', 'admin'],
  staff: 'everyone',
  // A file to keep, not an interface: its contents grow with what is stored.
  answer: file('application/json'),
  limit: { name: 'export', per: 'user', count: 10, seconds: 3600, isDurable: true },
})
