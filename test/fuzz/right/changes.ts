import { getChangeCode, openChange, proposeChange } from '#modules/bookings/changes/contract.ts'
import { changeMove, getBookedMove } from '#modules/bookings/changes/moves/contract.ts'
import { tokenOf } from '#modules/bookings/changes/gateway.ts'
import { makeKeysLink, makeScreenCode } from '#modules/bookings/changes/links/contract.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { toWire } from '#shared/wire.ts'
import { must, upload } from '#test/support/driver.ts'
import { aMove } from '#test/support/factories/move.ts'
import { jpeg } from '#test/support/pictures.ts'
import type { World } from '../world.ts'
import { aJob } from './booking.ts'
import { codeTo, found, newPhone, type Maker } from './maker.ts'

/** A confirmed job, and a change of it that its driver proposes. */
async function aChange(world: World, by: 'driver' | 'customer' = 'driver', photosId?: string) {
  const job = await aJob(world, { status: 'confirmed' })
  const line = { label: 'An armchair', amountPence: 3100 }
  const body = { kind: 'item' as const, words: 'An armchair', photosId, ...(by === 'driver' ? { line } : {}) }
  const change = await must(world.app.call(job[by])(proposeChange, { params: { id: job.id }, body }))
  return { ...job, change, answered: { change_id: change.id, version: change.version } }
}

const answering =
  (by: 'driver' | 'customer'): Maker =>
  async (world) => {
    const { id, answered, ...job } = await aChange(world)
    return { bearer: job[by], params: { id }, body: answered }
  }

async function aLink(world: World, photosId?: string) {
  const { change, customerId } = await aChange(world, 'driver', photosId)
  const phone = newPhone()
  await world.app.ctx.db.updateTable('identity.user').set({ phone }).where('id', '=', customerId).execute()
  return { token: tokenOf(world.app.ctx, 'change', change.id), phone, change }
}

async function aCode(world: World, photosId?: string) {
  const link = await aLink(world, photosId)
  await must(world.app.call()(getChangeCode, { params: { token: link.token }, body: {} }))
  return { ...link, code: await codeTo(world, link.phone) }
}

async function aPass(world: World, photosId?: string) {
  const { token, code, change } = await aCode(world, photosId)
  const { pass } = await must(world.app.call()(openChange, { params: { token }, body: { code } }))
  return { token, pass, change }
}

const photosOf = async ({ app }: World) =>
  (await upload<{ id: string }>(app, undefined, '/booking/images/', [{ content: await jpeg() }])).data.id

async function aKeysToken(world: World): Promise<string> {
  const { id, customer } = await aJob(world, { status: 'confirmed' })
  const { url } = await must(world.app.call(customer)(makeKeysLink, { params: { id }, body: {} }))
  return found(/\/keys\/([A-Za-z0-9_-]+)/, url ?? '')
}

const ofJob =
  (by: 'driver' | 'customer', body?: object): Maker =>
  async (world: World, _endpoint: Endpoint) => {
    const { id, ...job } = await aJob(world, { status: 'confirmed' })
    return { bearer: job[by], params: { id }, ...(body ? { body } : {}) }
  }

/** A confirmed job, with its move as it is sent to be changed. */
async function aBookedMove(world: World, by: 'customer' | 'driver') {
  const job = await aJob(world, { status: 'confirmed' })
  const { version } = await must(world.app.call(job.customer)(getBookedMove, { params: { id: job.id } }))
  const { jobKind: _kind, customerNote: _note, ...move } = aMove({ stairs: [0, 2] })
  return { bearer: job[by], params: { id: job.id }, body: toWire({ ...move, version }) }
}

export const changeRequests: Record<string, Maker> = {
  getBookedMove: ofJob('customer'),
  priceMove: (world) => aBookedMove(world, 'customer'),
  changeMove: async (world) => {
    const { body, ...rest } = await aBookedMove(world, 'customer')
    return { ...rest, body: Object.assign({ words: 'Ring twice.' }, body) }
  },
  offerMoveTime: async (world) => {
    const { id, customer, driver } = await aJob(world, { status: 'confirmed' })
    const call = world.app.call(customer)
    const { version, move } = await must(call(getBookedMove, { params: { id } }))
    const { jobKind: _kind, ...asked } = aMove({ date: move.date ?? '', time: '18:00', stairs: [0, 2] })
    const change = await must(call(changeMove, { params: { id }, body: { ...asked, version } }))
    const at = `${move.date}T10:00:00Z`
    return { bearer: driver, params: { id }, body: { change_id: change.id, version: change.version, new_start_at: at } }
  },

  editBooking: ofJob('customer', {
    customer_note: 'Mind the zither.',
    route_points: [{ number: 0, flat_and_house: 'Flat 2', contact_name: 'Jo', contact_number: '+447700900123' }],
  }),
  listChanges: ofJob('customer'),
  proposeChange: ofJob('driver', {
    kind: 'item',
    words: 'An armchair',
    extra_minutes: 30,
    line: { label: 'Armchair', amount_pence: 3100 },
  }),
  figureChange: ofJob('driver', { kind: 'floor', flights: 1, extra_minutes: 30 }),
  listKeysLinks: ofJob('customer'),
  makeKeysLink: ofJob('customer', { for_name: 'Harrop & Co' }),
  withdrawKeysLink: async (world) => {
    const { id, customer } = await aJob(world, { status: 'confirmed' })
    const link = await must(world.app.call(customer)(makeKeysLink, { params: { id }, body: {} }))
    return { bearer: customer, params: { id }, body: { keys_link_id: link.id } }
  },
  makeScreenCode: ofJob('driver', {}),
  agreeChange: answering('customer'),
  refuseChange: answering('customer'),
  withdrawChange: answering('driver'),
  priceChange: async (world) => {
    const { id, driver, answered } = await aChange(world, 'customer')
    return { bearer: driver, params: { id }, body: { ...answered, line: { label: 'A piano', amount_pence: 9000 } } }
  },
  getChangePhoto: async (world) => {
    const { id, customer, change } = await aChange(world, 'driver', await photosOf(world))
    const params = { id, change_id: change.id, file_id: change.photos[0]?.id ?? '' }
    return { bearer: customer, params }
  },
  getLinkedChange: async (world) => ({ params: { token: (await aLink(world)).token } }),
  getChangeCode: async (world) => ({ params: { token: (await aLink(world)).token }, body: {} }),
  openChange: async (world) => {
    const { token, code } = await aCode(world)
    return { params: { token }, body: { code } }
  },
  answerLinkedChange: async (world) => {
    const { token, pass, change } = await aPass(world)
    return { params: { token }, body: { pass, version: change.version, agree: true } }
  },
  getLinkedPhoto: async (world) => {
    const { token, pass, change } = await aPass(world, await photosOf(world))
    return { params: { token, file_id: change.photos[0]?.id ?? '' }, query: { pass } }
  },
  textDayCode: async (world) => {
    const { id, driver } = await aJob(world, { status: 'confirmed' })
    const { code } = await must(world.app.call(driver)(makeScreenCode, { params: { id }, body: {} }))
    return { body: { code } }
  },
  findPageByCode: async (world) => {
    const { id, driver } = await aJob(world, { status: 'confirmed' })
    const { code } = await must(world.app.call(driver)(makeScreenCode, { params: { id }, body: {} }))
    return { body: { code } }
  },
  getKeys: async (world) => ({ params: { token: await aKeysToken(world) } }),
  releaseKeys: async (world) => ({ params: { token: await aKeysToken(world) }, body: {} }),
}
