import { randomBytes } from 'node:crypto'
import { logIn, register } from '#modules/identity/contract.ts'
import { openByPhone } from '#modules/identity/opened-accounts/commands.ts'
import { claimCodeAsked } from '#modules/identity/opened-accounts/claim-by-phone-commands.ts'
import { askClaimCode } from '#modules/identity/opened-accounts/contract.ts'
import { resetAsked } from '#modules/identity/passwords/commands.ts'
import { askPasswordReset } from '#modules/identity/passwords/contract.ts'
import { loginLinkAsked } from '#modules/identity/login-links-commands.ts'
import { askLoginLink } from '#modules/identity/sessions/contract.ts'
import { getPhoneCode } from '#modules/identity/verification/contract.ts'
import { updateUser, addSavedAddress, deleteAccount } from '#modules/identity/profile/contract.ts'
import { confirmTwoStep, startTwoStep } from '#modules/identity/two-step/contract.ts'
import { codeOf } from '#modules/identity/two-step/gateway.ts'
import { saveMove } from '#modules/quoting/saved-moves/contract.ts'
import { toWire } from '#shared/wire.ts'
import { must } from '#test/support/driver.ts'
import { aMoveToSave } from '#test/support/factories/kept-move.ts'
import { createPerson, testPassword } from '#test/support/people.ts'
import { sessionFor } from '#test/support/session.ts'
import type { World } from '../world.ts'
import { aPasser, codeTo, newPhone, tokenTo, type Maker, type Passer } from './maker.ts'

const newEmail = () => `passer-${randomBytes(6).toString('hex')}@example.com`

const codeNow = ({ app }: World, secret: string) => codeOf(secret, Math.floor(app.clock.now().getTime() / 30_000))

async function withTwoStep(world: World): Promise<Passer> {
  const passer = await aPasser(world)
  const call = world.app.call(passer.bearer)
  const { secret } = await must(call(startTwoStep, { body: {} }))
  await must(call(confirmTwoStep, { body: { code: codeNow(world, secret) } }))
  return passer
}

const loggingIn: Maker = async ({ app }) => {
  const { email, password } = await createPerson(app)
  return { body: { email, password } }
}

async function resetToken(world: World): Promise<string> {
  const { email } = await createPerson(world.app)
  await must(world.app.call()(askPasswordReset, { body: { email } }))
  await world.app.runJobs(resetAsked)
  return tokenTo(world, email)
}

async function registrationToken(world: World): Promise<string> {
  const email = newEmail()
  const body = { userRole: 'customer' as const, email, password: testPassword, firstName: 'Robin' }
  await must(world.app.call()(register, { body }))
  return tokenTo(world, email)
}

async function loginToken(world: World): Promise<string> {
  const { email } = await createPerson(world.app)
  await must(world.app.call()(askLoginLink, { body: { email } }))
  await world.app.runJobs(loginLinkAsked)
  return tokenTo(world, email)
}

/** An address of customer 1 that may go, while there are never too many. */
async function aSavedAddress(world: World) {
  const { app, hood } = world
  const { customer1 } = hood.people
  await app.ctx.db
    .deleteFrom('identity.saved_address')
    .where('userId', '=', customer1.id)
    .where('id', '!=', hood.things.addressId)
    .execute()
  const bearer = await world.bearerOf('C1')
  const body = { label: 'Work', postcode: 'E17 4QH', contactNumber: '+447700900671' }
  const { id } = await must(app.call(bearer)(addSavedAddress, { body }))
  return { bearer, params: { id } }
}

/** A move of customer 1 that may go, while there are never too many. */
async function aSavedMove(world: World) {
  const { app, hood } = world
  await app.ctx.db
    .deleteFrom('quoting.saved_move')
    .where('userId', '=', hood.people.customer1.id)
    .where('id', '!=', hood.things.savedMoveId)
    .execute()
  const bearer = await world.bearerOf('C1')
  const { id } = await must(app.call(bearer)(saveMove, { body: { name: 'Fair', move: aMoveToSave() } }))
  return { bearer, params: { id } }
}

const address = {
  label: 'Mum’s',
  postcode: 'sw1a 1aa',
  formatted_address: '1 High Road',
  flat_and_house: '2',
  stairs: 3,
}
const contact = { contact_name: 'Mum', contact_number: '+447700900555' }

export const identityRequests: Record<string, Maker> = {
  askClaimCode: () => Promise.resolve({ body: { phone: newPhone() } }),
  claimByPhone: async (world) => {
    const phone = newPhone()
    await world.app.ctx.tx((tx) => openByPhone(tx, { firstName: 'Margaret', lastName: null, phone, email: '' }, phone))
    await must(world.app.call()(askClaimCode, { body: { phone } }))
    await world.app.runJobs(claimCodeAsked)
    return { body: { phone, code: await codeTo(world, phone) } }
  },
  logIn: loggingIn,
  logInCustomer: loggingIn,
  register: async () => {
    const names = { first_name: 'Robin', last_name: 'Hood', phone: '+447700900444' }
    return { body: { user_role: 'customer', email: newEmail(), password: testPassword, ...names } }
  },
  validateVerifyToken: async (world) => ({ body: { token: await registrationToken(world) } }),
  verifyEmail: async (world) => ({ body: { token: await registrationToken(world), password: testPassword } }),
  askLoginLink: async ({ app }) => ({ body: { email: (await createPerson(app)).email } }),
  confirmLoginLink: async (world) => ({ body: { token: await loginToken(world) } }),
  refreshTokens: async ({ app }) => {
    const { email, password } = await createPerson(app)
    const { refresh } = await must(app.call()(logIn, { body: { email, password } }))
    return { body: { refresh } }
  },
  logOut: async (world) => ({ bearer: (await aPasser(world)).bearer, body: {} }),
  confirmEmailChange: async (world) => {
    const { bearer } = await aPasser(world)
    const email = newEmail()
    await must(world.app.call(bearer)(updateUser, { body: { email } }))
    return { body: { token: await tokenTo(world, email) } }
  },
  updatePassword: async (world) => ({
    bearer: (await aPasser(world)).bearer,
    body: { current_password: testPassword, new_password: 'Kettle-on-at-8' },
  }),
  askPasswordReset: async ({ app }) => ({ body: { email: (await createPerson(app)).email } }),
  validateResetToken: async (world) => ({ body: { token: await resetToken(world) } }),
  confirmPasswordReset: async (world) => ({ body: { token: await resetToken(world), password: 'Kettle-on-at-8' } }),
  getPhoneCode: async (world) => ({ bearer: (await aPasser(world)).bearer, body: { phone: newPhone() } }),
  verifyPhone: async (world) => {
    const { bearer } = await aPasser(world)
    const phone = newPhone()
    await must(world.app.call(bearer)(getPhoneCode, { body: { phone } }))
    return { bearer, body: { phone, code: await codeTo(world, phone) } }
  },
  startTwoStep: async (world) => ({ bearer: (await aPasser(world)).bearer, body: {} }),
  confirmTwoStep: async (world) => {
    const { bearer } = await aPasser(world)
    const { secret } = await must(world.app.call(bearer)(startTwoStep, { body: {} }))
    return { bearer, body: { code: codeNow(world, secret) } }
  },
  renewRecoveryCodes: async (world) => ({ bearer: (await withTwoStep(world)).bearer, body: {} }),
  stopTwoStep: async (world) => ({ bearer: (await withTwoStep(world)).bearer, body: {} }),
  endOneSession: async (world) => {
    const { id, bearer } = await aPasser(world)
    return { bearer, params: { id: (await sessionFor(world.app, id)).sessionId } }
  },
  endOtherSessions: async (world) => ({ bearer: (await aPasser(world)).bearer, body: {} }),
  deleteAccount: async (world) => ({ bearer: (await aPasser(world)).bearer, body: {} }),
  verifyDeleteAccount: async (world) => {
    const { bearer, email } = await aPasser(world)
    await must(world.app.call(bearer)(deleteAccount, { body: {} }))
    return { body: { token: await tokenTo(world, email) } }
  },
  addSavedAddress: async (world) => ({ bearer: (await aPasser(world)).bearer, body: { ...address, ...contact } }),
  changeSavedAddress: async (world) => ({ ...(await aSavedAddress(world)), body: { ...address, ...contact } }),
  removeSavedAddress: (world) => aSavedAddress(world),
  saveMove: async (world) => ({
    bearer: (await aPasser(world)).bearer,
    body: {
      name: 'Spring fair',
      move: toWire(aMoveToSave({ flatAndHouse: 'Flat 2', formattedAddress: '9 Orford Road' })) as object,
    },
  }),
  getSavedMove: (world) => aSavedMove(world),
  renameSavedMove: async (world) => ({ ...(await aSavedMove(world)), body: { name: 'Autumn fair' } }),
  removeSavedMove: (world) => aSavedMove(world),
}
