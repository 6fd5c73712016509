import { addVacation, renewCalendarFeed } from '#modules/calendar/contract.ts'
import { saveBankingAccount } from '#modules/companies/banking/contract.ts'
import { getMarketingInfo } from '#modules/companies/marketing/contract.ts'
import { removeCompanyPhoto } from '#modules/companies/marketing/contract.ts'
import { listUnitDocuments } from '#modules/fleet/documents/contract.ts'
import { inviteDriver } from '#modules/fleet/drivers/contract.ts'
import { listPeople, removePerson } from '#modules/fleet/people/contract.ts'
import type { PersonView } from '#modules/fleet/people/queries.ts'
import { addVan } from '#modules/fleet/vans/contract.ts'
import { blockUnit, listDecisions } from '#modules/onboarding/decisions/contract.ts'
import { aDriver, must, upload, type TestDriver } from '#test/support/driver.ts'
import { aWaitingPerson } from '#test/support/neighbours.ts'
import { realParts, stockOf } from '#test/support/real-requests.ts'
import { pdf } from '#test/support/pdfs.ts'
import { jpeg } from '#test/support/pictures.ts'
import type { World } from '../world.ts'
import { testPassword } from '#test/support/people.ts'
import { aPasser, found, tokenTo, type Maker } from './maker.ts'

const theVan = {
  registration: 'LK73VNF',
  make: 'Ford',
  model: 'Transit',
  category: 'large_van',
  fuel: 'diesel',
} as const
const vanBody = { ...theVan, has_tail_lift: false, euro_class: 6, year: 2024, gross_weight_kg: 3500 }

/** A company of its own for what can be done to a unit only once. */
async function aVanDriver(world: World): Promise<TestDriver> {
  const driver = await aDriver(world.app)
  await must(driver.call(addVan, { params: { id: driver.unitId }, body: { ...theVan, euroClass: 6 } }))
  return driver
}

/** A document of unit 1 that waits for the office: handed in anew where the one before was decided or taken back. */
async function aWaitingDocument(world: World) {
  const { app, hood } = world
  const bearer = await world.bearerOf('D1')
  const { unitId } = hood.things
  const documents = await must(app.call(bearer)(listUnitDocuments, { params: { id: unitId } }))
  const waiting = documents.find(({ newest }) => newest?.status === 'pending')?.newest
  if (waiting) return { bearer, unitId, documentId: waiting.id, fileId: waiting.files[0]?.id ?? '' }
  const parts = [{ name: 'files', filename: 'zephyr.pdf', type: 'application/pdf', content: pdf({ pages: 2 }) }]
  await upload(app, bearer, `/company/working-unit/${unitId}/docs/`, parts, { kind: 'driving_licence' })
  return aWaitingDocument(world)
}

/** The gallery as it is now, with at least two photos and room for more. */
async function theGallery(world: World): Promise<string[]> {
  const { app, hood } = world
  const bearer = await world.bearerOf('D1')
  const { companyId } = hood.things
  const { photos } = await must(app.call(bearer)(getMarketingInfo, { params: { id: companyId } }))
  if (photos.length < 2) {
    await upload(app, bearer, `/company/${companyId}/photos/`, [{ content: await jpeg() }])
    return theGallery(world)
  }
  for (const { id } of photos.slice(4)) await must(app.call(bearer)(removeCompanyPhoto, { params: { photoId: id } }))
  return photos.slice(0, 4).map(({ id }) => id)
}

const theOffice = (world: World, status: 'operating' | 'blocked', appeal: string | null = null) =>
  world.app.ctx.db
    .updateTable('fleet.working_unit')
    .set({
      status,
      officeBlock: status === 'blocked' ? 'blocked' : null,
      officeReason: status === 'blocked' ? 'The insurance document doesn’t name the van.' : null,
      pausedAt: null,
      appeal,
      appealedAt: appeal === null ? null : world.app.clock.now(),
      appealAnswer: null,
      appealAnsweredAt: null,
    })
    .where('id', '=', world.secondUnitId)
    .execute()

/** About company 1, whose second unit is as the office had decided. */
const ofCompany =
  (status: 'operating' | 'blocked'): Maker =>
  async (world) => {
    await theOffice(world, status)
    return { bearer: await world.bearerOf('A'), params: { id: world.hood.things.companyId }, body: reason }
  }

/** About the second unit of company 1, after the office has decided so. */
const decided =
  (status: 'operating' | 'blocked', who: 'A' | 'D1', body: object): Maker =>
  async (world) => {
    await theOffice(world, status)
    return { bearer: await world.bearerOf(who), params: { id: world.secondUnitId }, body }
  }

const reason = { reason: 'The insurance document doesn’t name the van.' }

/** Somebody new of unit 1's company who waits for the office: each request has one of their own, and takes them out after a while. */
async function aPersonOf(world: World) {
  const { app } = world
  const bearer = await world.bearerOf('D1')
  const call = app.call(bearer)
  const people = await must(call(listPeople))
  // The company may have only so many; the checked three stay.
  for (const { id, isChecked } of people.length > 100 ? people : [])
    if (!isChecked) await must(call(removePerson, { params: { personId: id } }))
  const person = await aWaitingPerson(call, (path, parts, fields) =>
    upload<PersonView>(app, bearer, path, parts, fields),
  )
  return { bearer, person, params: { person_id: person.id } }
}

const withPerson =
  (body?: object): Maker =>
  async (world) => {
    const { bearer, params } = await aPersonOf(world)
    return { bearer, params, ...(body ? { body } : {}) }
  }

const withPersonAndFiles: Maker = async (world, endpoint) => {
  const { bearer, params } = await aPersonOf(world)
  const parts = realParts(endpoint, await stockOf(world.app, world.hood.things), params)
  return { ...parts, params, bearer }
}

/** An invitation to a van of somebody else's, to an address that nobody has. */
async function anInvitation(world: World, email = `${crypto.randomUUID()}@example.com`) {
  const { bearer, call, unitId } = await aDriver(world.app)
  const params = { id: unitId }
  await must(call(inviteDriver, { params, body: { email } }))
  return { bearer, params, token: await tokenTo(world, email) }
}

export const driverRequests: Record<string, Maker> = {
  inviteDriver: async (world) => {
    const { bearer, unitId } = await aDriver(world.app)
    return { bearer, params: { id: unitId }, body: { email: `${crypto.randomUUID()}@example.com` } }
  },
  changeDriver: async (world) => {
    const { bearer, params } = await anInvitation(world)
    return { bearer, params, body: { may_answer: true } }
  },
  removeDriver: async (world) => {
    const { bearer, params } = await anInvitation(world)
    return { bearer, params }
  },
  validateInvitation: async (world) => ({ body: { token: (await anInvitation(world)).token } }),
  joinUnit: async (world) => ({
    body: { token: (await anInvitation(world)).token, password: testPassword, first_name: 'Jo' },
  }),
  acceptInvitation: async (world) => {
    const { email, bearer } = await aPasser(world, { isHired: true })
    return { bearer, body: { token: (await anInvitation(world, email)).token } }
  },
  addPerson: async (world) => ({
    bearer: (await aDriver(world.app)).bearer,
    body: { first_name: 'Jo', last_name: 'Lowe' },
  }),
  savePerson: withPerson({ first_name: 'Jo', last_name: 'Lowe' }),
  removePerson: withPerson(),
  getPersonPhoto: withPerson(),
  uploadPersonPhoto: withPersonAndFiles,
  submitPersonCheck: withPersonAndFiles,
  getPersonFile: async (world) => {
    const { bearer, person, params } = await aPersonOf(world)
    return { bearer, params: { ...params, file_id: person.newest?.files[0]?.id ?? '' } }
  },
  getPersonVerification: async (world) => {
    const { params } = await aPersonOf(world)
    return { bearer: await world.bearerOf('A'), params }
  },
  decidePerson: async (world) => {
    const { person, params } = await aPersonOf(world)
    const body = { version: person.version, decision: 'refuse', reason: 'The photo is of somebody else.' }
    return { bearer: await world.bearerOf('A'), params, body }
  },
  getCrewPhoto: async (world) => ({
    bearer: await world.bearerOf('D1'),
    params: { id: world.hood.things.bookingId, person_id: world.hood.things.checkedPersonIds[0] ?? '' },
  }),
  addUnit: async (world) => ({ bearer: (await aDriver(world.app)).bearer, body: { name: 'Sam' } }),
  addVan: async (world) => {
    const { bearer, unitId } = await aDriver(world.app)
    return { bearer, params: { id: unitId }, body: vanBody }
  },
  saveVan: async (world) => {
    const { bearer, unitId } = await aVanDriver(world)
    return { bearer, params: { id: unitId }, body: vanBody }
  },
  resetVan: async (world) => {
    const { bearer, unitId } = await aVanDriver(world)
    return { bearer, params: { id: unitId }, body: {} }
  },
  getPicture: async (world) => {
    const bearer = await world.bearerOf('D1')
    const params = { id: world.hood.things.companyId }
    const { logoUrl } = await must(world.app.call(bearer)(getMarketingInfo, { params }))
    return { params: { file_id: found(/pictures\/([^/]+)\//, logoUrl ?? '') } }
  },
  arrangeCompanyPhotos: async (world) => ({
    params: { id: world.hood.things.companyId },
    body: { photos: (await theGallery(world)).map((id) => ({ id, caption: 'On the road' })) },
    bearer: await world.bearerOf('D1'),
  }),
  addCompanyPhotos: async (world, endpoint) => {
    await theGallery(world)
    const parts = realParts(endpoint, await stockOf(world.app, world.hood.things))
    return { ...parts, bearer: await world.bearerOf('D1') }
  },
  removeCompanyPhoto: async (world) => ({
    params: { photo_id: (await theGallery(world)).at(-1) ?? '' },
    bearer: await world.bearerOf('D1'),
  }),
  confirmBankingAccount: async (world) => {
    const { bearer, call, email, password } = await aDriver(world.app)
    const account = { accountHolder: 'Robin Hood', sortCode: '20-45-42', accountNumber: '31926819' }
    await must(call(saveBankingAccount, { body: { ...account, currentPassword: password } }))
    return { bearer, body: { token: await tokenTo(world, email) } }
  },
  getDocumentFile: async (world) => {
    const { bearer, documentId, fileId } = await aWaitingDocument(world)
    return { bearer, params: { document_id: documentId, file_id: fileId } }
  },
  cancelUnitDocument: async (world) => {
    const { bearer, unitId, documentId } = await aWaitingDocument(world)
    return { bearer, params: { id: unitId }, body: { document_id: documentId } }
  },
  decideVerification: async (world) => {
    const { unitId, documentId } = await aWaitingDocument(world)
    const decisions = [{ document_id: documentId, decision: 'refuse', reason: 'It can’t be read.' }]
    return { bearer: await world.bearerOf('A'), params: { id: unitId }, body: { decisions } }
  },
  removeVacation: async (world) => {
    const bearer = await world.bearerOf('D1')
    const params = { id: world.hood.things.unitId }
    const body = { startTime: '2027-05-01', endTime: '2027-05-02' }
    const { id } = await must(world.app.call(bearer)(addVacation, { params, body }))
    return { bearer, params: { ...params, vacation_id: id } }
  },
  getSchedule: async (world) => ({
    bearer: await world.bearerOf('D1'),
    params: { id: world.hood.things.unitId },
    query: { from: '2026-12-07', days: 7 },
  }),
  listPostcodeDistricts: async (world) => ({
    bearer: await world.bearerOf('D1'),
    query: { base_postcode: 'E17 4QH', radius_metres: 5000 },
  }),
  readCalendarFeed: async (world) => {
    const bearer = await world.bearerOf('D1')
    const params = { id: world.hood.things.unitId }
    const { url } = await must(world.app.call(bearer)(renewCalendarFeed, { params, body: {} }))
    return { params: { token: found(/calendar\/([^/]+)\//, url ?? '') } }
  },
  deactivateUnit: decided('operating', 'D1', { deactivate: true }),
  appealUnit: decided('blocked', 'D1', { text: 'The document does name it, on page two.' }),
  blockUnit: decided('operating', 'A', reason),
  deactivateByOffice: decided('operating', 'A', reason),
  restoreUnit: decided('blocked', 'A', {}),
  blockCompany: ofCompany('operating'),
  deactivateCompany: ofCompany('operating'),
  restoreCompany: ofCompany('blocked'),
  decideAppeal: async (world) => {
    await theOffice(world, 'blocked', 'The document does name it, on page two.')
    const body = { decision: 'uphold', ...reason }
    return { bearer: await world.bearerOf('A'), params: { id: world.secondUnitId }, body }
  },
  previewVerification: async (world) => {
    const { unitId, documentId } = await aWaitingDocument(world)
    const decisions = [{ document_id: documentId, decision: 'refuse' }]
    return { bearer: await world.bearerOf('A'), params: { id: unitId }, body: { decisions } }
  },
  // One of its own each time: a block that is undone is none.
  undoDecision: async (world) => {
    await theOffice(world, 'operating')
    const bearer = await world.bearerOf('A')
    const office = world.app.call(bearer)
    await must(office(blockUnit, { params: { id: world.secondUnitId }, body: reason }))
    const [decision] = await must(office(listDecisions))
    return { bearer, params: { id: decision?.id ?? '' }, body: {} }
  },
}
