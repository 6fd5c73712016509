import { placeholderOf } from '#modules/identity/verification/rules.ts'
import { unusableHash } from '#modules/identity/passwords/gateway.ts'
import type { Role } from '#shared/endpoint.ts'
import { addMinutes } from '#shared/local-time.ts'
import type { SeedCompany } from './companies.ts'
import { inventedMobile, makeCustomer, type Person } from './people.ts'
import { randomOf } from './random.ts'
import type { Row } from './rows.ts'

export const SIGN_INS = {
  customer: 'customer@vanfare.test',
  driver: 'driver@vanfare.test',
  hired: 'hired@vanfare.test',
  admin: 'admin@vanfare.test',
  support: 'support@vanfare.test',
  billing: 'billing@vanfare.test',
} as const

export interface PasswordHashes {
  /** Hash of the passwords that the sign-ins use. */
  signIns: string
  /** Hash for all other users, of a random password that is not kept. */
  others: string
}

export type User = Row<'identity.user'> & { id: string }

export function makeSignIn(name: 'customer' | 'admin', person: Person, now: Date, hashes: PasswordHashes): User {
  const createdAt = addMinutes(now, -120 * 1440)
  return userRow(randomOf(name).uuid(createdAt), name, SIGN_INS[name], person, createdAt, hashes.signIns)
}

const STAFF = {
  support: { firstName: 'Sam', lastName: 'Okoro' },
  billing: { firstName: 'Grace', lastName: 'Lindqvist' },
} as const

/** The others of the office: support sees what support sees, billing is the second person who confirms a large correction (decisions §12). */
export const makeStaff = (now: Date, hashes: PasswordHashes): User[] =>
  (['support', 'billing'] as const).map((role) => {
    const createdAt = addMinutes(now, -90 * 1440)
    const id = randomOf(role).uuid(createdAt)
    return {
      ...userRow(id, 'admin', SIGN_INS[role], STAFF[role], createdAt, hashes.signIns),
      staffRole: role,
    }
  })

/** Drives the second van of the demonstration's company, by invitation, and may answer for it. */
export function makeHired(company: SeedCompany | undefined, hashes: PasswordHashes) {
  const unit = company?.units[1]
  if (!unit) throw new Error('The demonstration’s company has one van')
  const invitedAt = addMinutes(unit.createdAt, 2 * 1440)
  const joinedAt = addMinutes(invitedAt, 95)
  const id = randomOf('hired driver').uuid(joinedAt)
  const user = {
    ...userRow(id, 'driver', SIGN_INS.hired, unit.driver, joinedAt, hashes.signIns),
    openedBy: 'invitation' as const,
  }
  const expiresAt = addMinutes(invitedAt, 7 * 1440)
  const driver = { unitId: unit.id, mayAnswer: true, invitedAt, expiresAt, userId: id, joinedAt }
  return { user, driver }
}

export function ownerOf({ owner, name, createdAt }: SeedCompany, index: number, hashes: PasswordHashes): User {
  const joinedAt = addMinutes(createdAt, -30)
  const id = randomOf(`owner ${name}`).uuid(joinedAt)
  if (index === 0) return userRow(id, 'driver', SIGN_INS.driver, owner, joinedAt, hashes.signIns)
  const email = `${owner.firstName.toLowerCase()}@${name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')}.test`
  return userRow(id, 'driver', email, owner, joinedAt, hashes.others)
}

export function makeCustomers(now: Date, hashes: PasswordHashes, count: number): User[] {
  const random = randomOf('customers')
  return Array.from({ length: count }, (_, index) => {
    const person = makeCustomer(random)
    const createdAt = addMinutes(now, -random.int(125, 400) * 1440)
    const email = `${person.firstName}.${person.lastName}.${index + 1}@customers.test`.toLowerCase()
    return userRow(random.uuid(createdAt), 'customer', email, person, createdAt, hashes.others)
  })
}

/** A customer who rang and gave a number only. The account has no login until it is claimed. */
export function makeByPhone(now: Date): User {
  const createdAt = addMinutes(now, -3 * 1440 - 60)
  const id = randomOf('by phone').uuid(createdAt)
  const email = placeholderOf(id)
  const row = userRow(id, 'customer', email, { firstName: 'Harold', lastName: '' }, createdAt, unusableHash())
  return { ...row, lastName: null, openedBy: 'phone', emailVerifiedAt: null }
}

function userRow(id: string, role: Role, email: string, person: Person, createdAt: Date, passwordHash: string): User {
  const phone = inventedMobile(randomOf(`phone ${email}`))
  return {
    id,
    userRole: role,
    staffRole: role === 'admin' ? ('owner' as const) : null,
    email,
    emailKey: email,
    emailVerifiedAt: addMinutes(createdAt, 4),
    passwordHash,
    firstName: person.firstName,
    lastName: person.lastName,
    openedBy: 'email',
    phone,
    phoneVerifiedAt: role === 'driver' ? addMinutes(createdAt, 9) : null,
    isDemonstration: true,
    createdAt,
  }
}

export const nameOf = ({ firstName, lastName }: User): string => [firstName, lastName].filter(Boolean).join(' ')
