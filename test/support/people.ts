import { randomBytes } from 'node:crypto'
import type { TestApp } from './app.ts'
import type { UserStatus } from '#modules/identity/rules.ts'
import { logIn, verifyEmail } from '#modules/identity/contract.ts'
import { costOf, hashPassword } from '#modules/identity/passwords/gateway.ts'
import { Refusal, type Role, type StaffRole } from '#shared/endpoint.ts'

export const testPassword = 'Kettle-on-at-7'

export interface Person {
  id: string
  email: string
  password: string
}

export interface SignedInPerson extends Person {
  access: string
  refresh: string
}

const hashes = new Map<number, Promise<string | Refusal>>()

/** Of the password of everybody here, at what a hash costs in this app; made once. */
async function testHash({ config }: TestApp['ctx']): Promise<string> {
  const cost = costOf(config)
  const hashed = hashes.get(cost.memory) ?? hashPassword(testPassword, cost)
  hashes.set(cost.memory, hashed)
  const hash = await hashed
  if (hash instanceof Refusal) throw new Error('The password could not be hashed')
  return hash
}

/** Somebody with an account, written as the product would have; everything that is not mentioned is unremarkable. */
export async function createPerson(
  { ctx }: Pick<TestApp, 'ctx'>,
  more: {
    role?: Role
    /** Of an admin; an owner unless it is said. */
    staffRole?: StaffRole
    email?: string
    status?: UserStatus
    isVerified?: boolean
    firstName?: string
    phone?: string | null
    /** Opened by a company's invitation: a driver without a company. */
    isHired?: boolean
  } = {},
): Promise<Person> {
  const email = more.email ?? `person-${randomBytes(6).toString('hex')}@example.com`
  const { id } = await ctx.db
    .insertInto('identity.user')
    .values({
      userRole: more.isHired ? 'driver' : (more.role ?? 'customer'),
      staffRole: more.role === 'admin' ? (more.staffRole ?? 'owner') : null,
      openedBy: more.isHired ? 'invitation' : 'email',
      email,
      emailKey: email.toLowerCase(),
      emailVerifiedAt: (more.isVerified ?? true) ? ctx.clock.now() : null,
      passwordHash: await testHash(ctx),
      firstName: more.firstName ?? 'Jane',
      phone: more.phone === undefined ? '+447700900123' : more.phone,
      status: more.status ?? 'active',
      createdAt: ctx.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, email, password: testPassword }
}

/** Signs in over the API, as a person would. */
export async function signIn(app: TestApp, person: Person): Promise<SignedInPerson> {
  const answer = await app.call()(logIn, { body: { email: person.email, password: person.password } })
  if (!answer.ok) throw new Error(`Signing in was refused: ${answer.problem.code}`)
  return { ...person, ...answer.data }
}

export const signedIn = async (app: TestApp, more: Parameters<typeof createPerson>[1] = {}): Promise<SignedInPerson> =>
  signIn(app, await createPerson(app, more))

export interface MailboxEntry {
  to: string
  channel: string
  subject: string
  text: string
  html: string | null
  sentAt: string
}

/** Sends what is queued and answers the mailbox of one recipient, newest first. */
export async function mailboxOf(app: TestApp, to: string): Promise<MailboxEntry[]> {
  await app.runJobs()
  const answer = await app.app.fastify.inject('/dev/mailbox.json')
  return answer.json<MailboxEntry[]>().filter((message) => message.to === to)
}

/** Follows a mailed link of a registration, as its owner would on another device: with the password that they chose. */
export const followLink = (app: Pick<TestApp, 'call'>, token: string, password: string = testPassword) =>
  app.call()(verifyEmail, { body: { token, password } })

/** The token of the newest mailed link. */
export async function mailedToken(app: TestApp, to: string): Promise<string> {
  const [newest] = await mailboxOf(app, to)
  const token = /[?&]token=([A-Za-z0-9_-]+)/.exec(newest?.text ?? '')?.[1]
  if (!token) throw new Error(`No link was emailed to ${to}`)
  return token
}
