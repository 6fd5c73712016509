import { z } from 'zod'
import { tokenExpired } from '#modules/identity/contract.ts'
import { currentPassword, reauthRequired } from '#modules/identity/passwords/contract.ts'
import { endpoint } from '#shared/endpoint.ts'
import { nameShape } from '#shared/schemas.ts'
import { line } from '../contract.ts'
import { parseAccountNumber, parseSortCode } from './rules.ts'

/** The account that card payments go to. Full numbers are never shown again, only their last digits. */

const digits = (parse: (text: string) => string | null, hint: string) =>
  z
    .string({ error: hint })
    .max(20, hint)
    .transform((text, context) => {
      const parsed = parse(text)
      if (parsed !== null) return parsed
      context.addIssue({ code: 'custom', message: hint })
      return z.NEVER
    })

const shownAccount = z.object({
  account_holder: z.string(),
  /** "••-••-42" */
  sort_code: z.string(),
  /** "••••1834" */
  account_number: z.string(),
  requested_at: z.iso.datetime(),
  /** Time at which the emailed link was followed. */
  confirmed_at: z.iso.datetime().nullable(),
  /** When payments start going here: a day after the confirmation. */
  usable_from: z.iso.datetime().nullable(),
})
nameShape('BankAccount', shownAccount)

const bankingAccount = z.object({
  /** The account in use. */
  account: shownAccount.nullable(),
  /** The account that will replace it: awaiting its link, or the end of its waiting day. */
  pending: shownAccount.nullable(),
})

export const getBankingAccount = endpoint({
  id: 'getBankingAccount',
  method: 'GET',
  path: '/company/banking-account/',
  summary: 'Where the company is paid, masked',
  access: ['driver'],
  answer: bankingAccount,
})

export const saveBankingAccount = endpoint({
  id: 'saveBankingAccount',
  method: 'POST',
  path: '/company/banking-account/',
  summary: 'Enter bank details; they count once the emailed link is followed, and are paid to a day later',
  access: ['driver'],
  body: z.strictObject({
    account_holder: line(70),
    sort_code: digits(parseSortCode, 'Enter six digits, such as 20-45-42.'),
    account_number: digits(
      parseAccountNumber,
      'Enter the account number as on your statement: eight digits, or six or seven.',
    ),
    current_password: currentPassword,
  }),
  status: 201,
  answer: bankingAccount,
  refusals: [reauthRequired],
  keyless:
    'it may ask for the password, and a wrong one counts even if the request fails; details sent twice are one pending change.',
  limit: { name: 'banking-account', per: 'user', count: 10, seconds: 3600, isDurable: true },
})

export const confirmBankingAccount = endpoint({
  id: 'confirmBankingAccount',
  method: 'POST',
  path: '/users/bank-account/',
  summary: 'Confirm bank details with the emailed token',
  access: ['driver'],
  body: z.strictObject({ token: z.string({ error: 'Required' }).min(1, 'Required').max(500) }),
  answer: z.object({ detail: z.string(), usable_from: z.iso.datetime() }),
  refusals: [tokenExpired],
  limit: { name: 'confirm-banking-account', per: 'user', count: 30, seconds: 3600 },
})
