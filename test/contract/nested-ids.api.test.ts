import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { addVacation } from '#modules/calendar/contract.ts'
import { listUnitDocuments } from '#modules/fleet/documents/contract.ts'
import { addPerson } from '#modules/fleet/people/contract.ts'
import { addUnit, getUnit, updateUnit } from '#modules/fleet/units/contract.ts'
import { getVan, saveVan } from '#modules/fleet/vans/contract.ts'
import { addSavedAddress } from '#modules/identity/profile/contract.ts'
import { confirmBankingAccount } from '#modules/companies/banking/contract.ts'
import type { Problem } from '#shared/endpoint.ts'
import { toWire } from '#shared/wire.ts'
import { aMoveToKeep, aMoveToSave } from '#test/support/factories/kept-move.ts'
import { aText, changedMove } from '#test/support/real-requests.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must, upload } from '#test/support/driver.ts'
import { aBooking, aQuoteFor } from '#test/support/factories/booking.ts'
import { aMove } from '#test/support/factories/move.ts'
import {
  aNeighbourhood,
  PEOPLE,
  rowsAbout,
  type Neighbour,
  type Neighbourhood,
  type Things,
} from '#test/support/neighbours.ts'
import { pdf } from '#test/support/pdfs.ts'
import { jpeg } from '#test/support/pictures.ts'
import { schemaOf, type Schema } from '#test/support/samples.ts'
import { sessionFor } from '#test/support/session.ts'

/** Ids of others inside a request about one's own things (T-046, T-062), and what a list may hold (T-103). */

let app: TestApp
let hood: Neighbourhood
let bearers: Record<Neighbour, string>
let own: Own
/** Of company 1's van, waiting for the office. */
let theirFacts = ''

/** Of driver 2 and customer 2, to put beside what is not theirs; and the second unit of company 1. */
type Own = Record<
  | ('unit' | 'unitPath' | 'companyPath' | 'second' | 'secondPath' | 'photo' | 'document' | 'companyDocument' | 'file')
  | ('vacation' | 'address' | 'session' | 'booking' | 'over' | 'quote' | 'person'),
  string
>

beforeAll(async () => {
  app = await createTestApp()
  hood = await aNeighbourhood(app)
  const sessions = await Promise.all(PEOPLE.map((who) => sessionFor(app, hood.people[who].id)))
  bearers = Object.fromEntries(PEOPLE.map((who, index) => [who, sessions[index]?.bearer])) as typeof bearers
  const unit = { id: hood.nextDoor.unitId }
  const [unitPath, companyPath] = [`/company/working-unit/${unit.id}`, `/company/${hood.nextDoor.companyId}`]
  const driver2 = app.call(bearers.driver2)
  const [photo] = (await upload<{ id: string }[]>(app, bearers.driver2, `${companyPath}/photos/`, [image])).data
  await upload(app, bearers.driver2, `${unitPath}/docs/`, [scan], { kind: 'v5c' })
  await upload(app, bearers.driver2, `${unitPath}/docs/`, [scan], {
    kind: 'goods_in_transit',
    expires_on: '2028-01-01',
  })
  const documents = await must(driver2(listUnitDocuments, { params: unit }))
  const [v5c, cover] = ['v5c', 'goods_in_transit'].map(
    (kind) => documents.find((document) => document.kind === kind)?.newest,
  )
  const away = { startTime: '2027-02-01', endTime: '2027-02-02' }
  const vacation = await must(driver2(addVacation, { params: unit, body: away }))
  const customer2 = { ...hood.people.customer2, bearer: bearers.customer2 }
  const home = { label: 'Next door', postcode: 'E17 4QH' }
  const address = await must(app.call(bearers.customer2)(addSavedAddress, { body: home }))
  const { id: booking } = await aBooking(app, {
    customer: customer2,
    move: aMove({ to: 'E10 5AA', date: '2026-12-12' }),
  })
  const { quoteId } = await aQuoteFor(app, aMove({ to: 'E10 5AA', date: '2026-12-05' }))
  const { id: over } = await aBooking(app, { customer: customer2, move: aMove({ to: 'E10 5AA', date: '2026-12-19' }) })
  await app.ctx.db.updateTable('bookings.booking').set({ status: 'completed' }).where('id', '=', over).execute()
  await app.ctx.db
    .insertInto('bookings.event')
    .values({ bookingId: over, kind: 'finished', at: app.clock.now(), actorKind: 'driver' })
    .execute()
  const theirs = { id: hood.things.unitId }
  const driver1 = app.call(bearers.driver1)
  const van = await must(driver1(getVan, { params: theirs }))
  if (van) await must(driver1(saveVan, { params: theirs, body: { ...van, payloadKg: 1100 } }))
  theirFacts = (await must(driver1(getUnit, { params: theirs }))).vanFacts?.declared?.id ?? ''
  const { id: second } = await must(app.call(bearers.driver1)(addUnit, { body: { name: 'Zora' } }))
  const { id: person } = await must(driver2(addPerson, { body: { firstName: 'Jo', lastName: 'Lowe' } }))
  own = {
    person,
    unit: unit.id,
    unitPath,
    companyPath,
    second,
    secondPath: `/company/working-unit/${second}`,
    photo: photo?.id ?? '',
    document: v5c?.id ?? '',
    file: v5c?.files[0]?.id ?? '',
    companyDocument: cover?.id ?? '',
    vacation: vacation.id,
    address: address.id,
    session: sessions[1]?.sessionId ?? '',
    booking,
    over,
    quote: quoteId,
  }
})
afterAll(() => app.close())

const image = { content: await jpeg() }
const scan = { name: 'files', filename: 'own.pdf', type: 'application/pdf', content: pdf() }

/** A caller, and `PUT /path/`; names in braces are of what is their own. */
async function send(who: Neighbour, call: string, body?: unknown) {
  const [method = '', path = ''] = call.split(' ')
  return app.app.fastify.inject({
    method: method as 'GET',
    url: `/api${path.replaceAll(/\{(\w+)\}/g, (_, name: 'unit') => own[name])}`,
    headers: { authorization: `Bearer ${bearers[who]}` },
    ...(body === undefined ? {} : { payload: body as object }),
  })
}

const hours = (id: string) => [{ day_of_week: '1', start_time: '08:00', end_time: '18:00', working_unit: id }]
const day = (id: string) => ({ id, day_of_week: '2026-12-22', _11: false })
const move = toWire(aMove()) as object
const withItem = () => ({ ...move, items: [{ moving_item: 999_999, amount: 1 }] })
const keptWithItem = () => ({ ...(toWire(aMoveToKeep()) as object), items: [{ moving_item: 999_999, amount: 1 }] })
const decision = (id: string) => ({ decisions: [{ document_id: id, decision: 'approve' }] })
const booking = (more: object) => ({ quote_id: own.quote, payment_method: 'cash', ...more })

/** A booking by the office for somebody new. */
/** A raise for one company, which has to be one. */
const commissionOf = (id: string) => ({
  part: 'commission',
  company_id: id,
  percent: 20,
  from_day: '2030-01-01',
  reason: 'As agreed by phone',
})

const special = (more: object) => ({
  ...(toWire(aMove()) as object),
  customer: { first_name: 'Margaret', phone: '+447700900231' },
  total_pence: 18_000,
  special_pay_method: 'cash',
  ...more,
})

type Body = (things: Things) => unknown

/** A field of a body that names a thing, filled with somebody else's: the answer, and the paths of its errors. */
type Case = [field: string, who: Neighbour, call: string, body: Body, status: number, paths?: string]
const FIELDS: Case[] = [
  [
    'saveSchedule: working_unit',
    'driver2',
    'PUT {unitPath}/schedule/',
    ({ unitId }) => hours(unitId),
    422,
    'workingHours.0.working_unit',
  ],
  [
    'createSchedule: working_unit',
    'driver2',
    'POST {unitPath}/schedule/',
    ({ unitId }) => hours(unitId),
    422,
    'workingHours.0.working_unit',
  ],
  ['saveAvailability: id', 'driver2', 'PUT {unitPath}/availability/', (its) => day(its.availabilityId), 422, 'id'],
  [
    'createAvailability: id',
    'driver2',
    'POST {unitPath}/availability/',
    (its) => [day(its.availabilityId)],
    422,
    '0.id',
  ],
  [
    'cancelUnitDocument: document_id',
    'driver2',
    'POST {unitPath}/docs-cancel/',
    (its) => ({ document_id: its.documentId }),
    404,
  ],
  [
    'arrangeCompanyPhotos: photos.id',
    'driver2',
    'PUT {companyPath}/photos/',
    (its) => ({ photos: [{ id: its.photoIds[0] }] }),
    422,
    'photos',
  ],
  [
    'simulatePrice: unit_id',
    'driver2',
    'POST {companyPath}/price-simulation/',
    (its) => ({ ...move, unit_id: its.unitId }),
    404,
  ],
  [
    'simulatePrice: items.moving_item',
    'driver2',
    'POST {companyPath}/price-simulation/',
    withItem,
    422,
    'items.0.moving_item',
  ],
  ['tryOutUnit: items.moving_item', 'driver2', 'POST {unitPath}/try-out/', withItem, 422, 'items.0.moving_item'],
  [
    'findQuotes: items.moving_item',
    'customer2',
    'POST /booking/companies-quotes/',
    withItem,
    422,
    'items.0.moving_item',
  ],
  [
    'getRouteDetails: items.moving_item',
    'customer2',
    'POST /booking/route-details/',
    withItem,
    422,
    'items.0.moving_item',
  ],
  [
    'findLowestPrice: items.moving_item',
    'customer2',
    'POST /booking/from-price/',
    withItem,
    422,
    'items.0.moving_item',
  ],
  [
    'handOverMove: items.moving_item',
    'customer2',
    'POST /booking/moves/codes/',
    keptWithItem,
    422,
    'items.0.moving_item',
  ],
  [
    'askOffice: move.items.moving_item',
    'customer2',
    'POST /booking/office-plans/',
    () => ({
      name: 'Megan Pryce',
      phone: '07700 900318',
      ring_from: '2026-11-20T11:00:00.000Z',
      move: keptWithItem(),
    }),
    422,
    'move.items.0.moving_item',
  ],
  [
    'saveMove: move.items.moving_item',
    'customer2',
    'POST /users/moves/',
    () => ({ name: 'Fair', move: { ...(toWire(aMoveToSave()) as object), items: keptWithItem().items } }),
    422,
    'move.items.0.moving_item',
  ],
  ['shareMove: items.moving_item', 'customer2', 'POST /booking/moves/links/', keptWithItem, 422, 'items.0.moving_item'],
  ['listDayPrices: items.moving_item', 'customer2', 'POST /booking/day-prices/', withItem, 422, 'items.0.moving_item'],
  [
    'decideVerification: decisions.document_id',
    'admin',
    'POST /admin/verifications/{unit}/decide/',
    (its) => decision(its.documentId),
    404,
  ],
  [
    'decideVerification: van_facts.id',
    'admin',
    'POST /admin/verifications/{unit}/decide/',
    () => ({ decisions: [], van_facts: { id: theirFacts, decision: 'approve' } }),
    404,
  ],
  [
    'previewVerification: decisions.document_id',
    'admin',
    'POST /admin/verifications/{unit}/preview/',
    (its) => ({ decisions: [{ document_id: its.documentId, decision: 'approve' }] }),
    404,
  ],
  [
    'previewVerification: van_facts.id',
    'admin',
    'POST /admin/verifications/{unit}/preview/',
    () => ({ decisions: [], van_facts: { id: theirFacts, decision: 'approve' } }),
    404,
  ],
  [
    'readThread: message_id',
    'driver2',
    'POST /booking/{booking}/messages/read/',
    ({ messageId }) => ({ message_id: messageId }),
    404,
  ],
  // Whatever is looked at, nothing is told of it and nothing but the look is kept.
  ['lookAt: subject_id', 'admin', 'POST /admin/looking/', () => ({ subject_id: own.unit }), 200],
  [
    'addPerson: unit_ids',
    'driver2',
    'POST /company/people/',
    ({ unitId }) => ({ first_name: 'Jo', last_name: 'Lowe', unit_ids: [unitId] }),
    422,
    'unit_ids.0',
  ],
  [
    'savePerson: unit_ids',
    'driver2',
    'PUT /company/people/{person}/',
    ({ unitId }) => ({ first_name: 'Jo', last_name: 'Lowe', unit_ids: [unitId] }),
    422,
    'unit_ids.0',
  ],
  // A person of another company in a booking of one's own is in crew.api.test.ts.
  [
    'nameCrew: person_ids',
    'driver2',
    'PUT /booking/{booking}/crew/',
    ({ checkedPersonIds }) => ({ person_ids: checkedPersonIds }),
    404,
  ],
  [
    'nameCrew: working_unit_id',
    'driver2',
    'PUT /booking/{booking}/crew/',
    ({ checkedPersonIds, unitId }) => ({ person_ids: checkedPersonIds, working_unit_id: unitId }),
    404,
  ],
  [
    'confirmBooking: working_unit_id',
    'driver2',
    'POST /booking/{booking}/confirm/',
    ({ unitId }) => ({ working_unit_id: unitId }),
    404,
  ],
  [
    'rejectBooking: working_unit_id',
    'driver2',
    'POST /booking/{booking}/reject/',
    ({ unitId }) => ({ reason: 'broken_van', working_unit_id: unitId }),
    404,
  ],
  [
    'takeBooking: working_unit_id',
    'driver2',
    'POST /booking/{booking}/take/',
    ({ unitId }) => ({ working_unit_id: unitId }),
    404,
  ],
  [
    'priceChange: change_id',
    'driver2',
    'POST /booking/{booking}/price-change/',
    ({ unitId }) => ({ change_id: unitId, version: 1, line: { label: 'More', amount_pence: 1 } }),
    404,
  ],
  [
    'agreeChange: change_id',
    'driver2',
    'POST /booking/{booking}/agree-change/',
    ({ unitId }) => ({ change_id: unitId, version: 1 }),
    404,
  ],
  [
    'answerCorrection: correction_id',
    'driver2',
    'POST /booking/{booking}/answer-correction/',
    ({ unitId }) => ({ correction_id: unitId, agree: true }),
    404,
  ],
  [
    'refuseChange: change_id',
    'driver2',
    'POST /booking/{booking}/refuse-change/',
    ({ unitId }) => ({ change_id: unitId, version: 1 }),
    404,
  ],
  [
    'offerMoveTime: change_id',
    'driver2',
    'POST /booking/{booking}/offer-move-time/',
    ({ unitId }) => ({ change_id: unitId, version: 1, new_start_at: '2026-11-28T11:30:00Z' }),
    404,
  ],
  [
    'withdrawChange: change_id',
    'driver2',
    'POST /booking/{booking}/withdraw-change/',
    ({ unitId }) => ({ change_id: unitId, version: 1 }),
    404,
  ],
  [
    'withdrawKeysLink: keys_link_id',
    'driver2',
    'POST /booking/{booking}/withdraw-keys-link/',
    ({ unitId }) => ({ keys_link_id: unitId }),
    404,
  ],
  [
    'proposeChange: photos_id',
    'driver2',
    'POST /booking/{booking}/propose-change/',
    (its) => ({ kind: 'item', words: 'More', photos_id: its.photosId }),
    404,
  ],
  [
    'editBooking: photos_id',
    'customer2',
    'PUT /booking/{booking}/',
    (its) => ({ photos_id: its.photosId }),
    422,
    'photos_id',
  ],
  [
    'createBooking: photos_id',
    'customer2',
    'POST /booking/',
    (its) => booking({ photos_id: its.photosId }),
    422,
    'photos_id',
  ],
  [
    'writeMessage: photos_id',
    'customer2',
    'POST /booking/{booking}/messages/',
    ({ photosId }) => ({ text: 'Look', photos_id: photosId }),
    422,
    'photos_id',
  ],
  [
    'createClaim: items.photos_id',
    'customer2',
    'POST /booking/{over}/claim/',
    ({ photosId }) => ({ items: [{ words: 'A lamp.', asked_pence: 5000, photos_id: photosId }] }),
    422,
    'items.0.photos_id',
  ],
  [
    'addDayPhotos: photos_id',
    'customer2',
    'POST /booking/{booking}/day-photos/',
    ({ photosId }) => ({
      action_key: crypto.randomUUID(),
      happened_at: '2026-11-20T09:00:00Z',
      stage: 'before',
      photos_id: photosId,
    }),
    404,
  ],
  [
    'queryLine: entry_id',
    'driver2',
    'POST /billing/statements/{unit}/queries/',
    ({ unitId }) => ({ entry_id: unitId, text: 'The hours were more.' }),
    404,
  ],
  [
    'addFeeCorrection: statement',
    'admin',
    'POST /admin/fee-correction/',
    ({ unitId }) => ({ statement: unitId, amount_pence: 100, reason: 'Parking' }),
    404,
  ],
  [
    'addFeeCorrection: invoice',
    'admin',
    'POST /admin/fee-correction/',
    ({ unitId }) => ({ invoice: unitId, amount_pence: 100, reason: 'Parking' }),
    404,
  ],
  [
    'addFeeCorrection: sales_credit_invoice',
    'admin',
    'POST /admin/fee-correction/',
    ({ unitId }) => ({ sales_credit_invoice: unitId, amount_pence: 100, reason: 'Parking' }),
    404,
  ],
  [
    'addFeeCorrection: company',
    'admin',
    'POST /admin/fee-correction/',
    ({ unitId }) => ({ statement: unitId, company: unitId, amount_pence: 100, reason: 'Parking' }),
    404,
  ],
  [
    'addFeeCorrection: booking',
    'admin',
    'POST /admin/fee-correction/',
    ({ unitId }) => ({ statement: unitId, booking: unitId, amount_pence: 100, reason: 'Parking' }),
    404,
  ],
  [
    'confirmFeeCorrections: document',
    'admin',
    'POST /admin/fee-correction/confirm/',
    ({ unitId }) => ({ document: unitId, version: 1 }),
    404,
  ],
  [
    'createContentPage: parent_id',
    'admin',
    'POST /admin/content/',
    ({ unitId }) => ({ ...aText, slug: 'a-page', parent_id: unitId, order: 0 }),
    422,
    'parent_id',
  ],
  [
    'createContentPage: picture_id',
    'admin',
    'POST /admin/content/',
    ({ unitId }) => ({ ...aText, slug: 'a-page', parent_id: null, order: 0, picture_id: unitId }),
    422,
    'picture_id',
  ],
  [
    'saveContentDraft: picture_id',
    'admin',
    'POST /admin/content/{unit}/drafts/',
    ({ unitId }) => ({ ...aText, from_version: 1, picture_id: unitId }),
    404,
  ],
  [
    'placeContentPage: parent_id',
    'admin',
    'POST /admin/content/{unit}/place/',
    ({ unitId }) => ({ parent_id: unitId, order: 0 }),
    404,
  ],
  [
    'changeSetting: change.company_id',
    'admin',
    'POST /admin/settings/',
    ({ unitId }) => ({ version: 0, change: commissionOf(unitId) }),
    404,
  ],
  [
    'previewSetting: change.company_id',
    'admin',
    'POST /admin/settings/preview/',
    ({ unitId }) => ({ change: commissionOf(unitId) }),
    404,
  ],
  [
    'moveBooking: working_unit_id',
    'admin',
    'POST /admin/bookings/{booking}/move/',
    ({ companyId }) => ({ working_unit_id: companyId, seen: 'new_booking', customer_agreed: true }),
    409,
  ],
  [
    'bookSpecial: customer.id',
    'admin',
    'POST /booking/special-booking/',
    ({ unitId }) => special({ customer: { id: unitId } }),
    422,
    'customer.id',
  ],
  ...['priceMove', 'changeMove'].map((name): Case => [
    `${name}: items.moving_item`,
    'driver2',
    `POST /booking/{booking}/${name === 'priceMove' ? 'price-move' : 'change-move'}/`,
    () => ({ ...changedMove(), items: [{ moving_item: 99_999, amount: 1 }] }),
    404,
  ]),
  [
    'bookSpecial: items.moving_item',
    'admin',
    'POST /booking/special-booking/',
    () => special(withItem()),
    422,
    'items.0.moving_item',
  ],
  [
    'bookSpecial: photos_id',
    'admin',
    'POST /booking/special-booking/',
    (its) => special({ photos_id: its.photosId }),
    422,
    'photos_id',
  ],
  [
    'bookSpecial: quote_id',
    'admin',
    'POST /booking/special-booking/',
    (its) => special({ quote_id: its.quoteId, total_pence: null }),
    409,
  ],
  ['createBooking: quote_id', 'customer2', 'POST /booking/', (its) => booking({ quote_id: its.quoteId }), 409],
  [
    'bookInstead: quote_id',
    'customer2',
    'POST /booking/{booking}/book-instead/',
    (its) => ({ quote_id: its.quoteId, payment_method: 'cash' }),
    409,
  ],
]

/** Not a thing of ours: whatever a map service calls a place, and the key that a phone makes for an action. */
const WORDS_OF_THE_SENDER = ['place_id', 'action_key']

function thingsIn(schema: Schema, at: string[] = []): string[] {
  const inner = [
    ...(schema.anyOf ?? schema.oneOf ?? []).flatMap((choice) => thingsIn(choice, at)),
    ...(schema.items ? thingsIn(schema.items, at) : []),
    ...Object.entries(schema.properties ?? {}).flatMap(([name, field]) => thingsIn(field, [...at, name])),
  ]
  const name = at.at(-1) ?? ''
  const isThing = schema.format === 'uuid' || /(^|_)id$|^(moving_item|working_unit)$/.test(name)
  return isThing && !WORDS_OF_THE_SENDER.includes(name) ? [at.join('.')] : inner
}

describe('T-046, T-062: what is somebody else’s inside a body', () => {
  it('has a case for every field of every body that names a thing', () => {
    const fields = app.app.api.endpoints.flatMap(({ id, body }) =>
      body && body !== 'multipart' ? [...new Set(thingsIn(schemaOf(body)))].map((field) => `${id}: ${field}`) : [],
    )
    expect(fields.toSorted()).toEqual(FIELDS.map(([field]) => field).toSorted())
  })

  it.each(FIELDS)('%s', async (_field, who, call, body, status, paths) => {
    await nothingChanges(async () => {
      const answer = await send(who, call, body(hood.things))
      const { errors } = answer.json<Problem>()
      expect([answer.statusCode, Object.keys(errors ?? {})]).toEqual([status, paths ? [paths] : []])
      expect(wordsIn(answer.body)).toEqual([])
    })
  })

  it('an emailed token of another company confirms nothing, and is not spent', async () => {
    const body = { token: hood.things.bankToken }
    expect(await app.call(bearers.driver2)(confirmBankingAccount, { body })).toMatchObject({ status: 409 })
    expect(await app.call(bearers.driver1)(confirmBankingAccount, { body })).toMatchObject({ status: 200 })
  })
})

const wordsIn = (text: string): string[] =>
  Object.values(hood.words)
    .flat()
    .filter((word) => text.includes(word))

async function nothingChanges(work: () => Promise<void>): Promise<void> {
  const before = await rowsAbout(app, hood)
  await work()
  expect(await rowsAbout(app, hood)).toEqual(before)
}

describe('T-103: what is somebody else’s behind one’s own in a path', () => {
  it.each<[string, Neighbour, (things: Things) => string]>([
    ['a vacation', 'driver2', ({ vacationId }) => `DELETE {unitPath}/vacation/${vacationId}/`],
    [
      'a file of a document',
      'driver2',
      ({ documentFileId }) => `GET /company/docs/{document}/files/${documentFileId}/`,
    ],
    ['a document of a file', 'driver2', ({ documentId }) => `GET /company/docs/${documentId}/files/{file}/`],
    ['a document among the pictures', 'driver2', ({ documentFileId }) => `GET /company/pictures/${documentFileId}/`],
    ['an upload among the pictures', 'driver2', ({ photosId }) => `GET /company/pictures/${photosId}/`],
    [
      'a file of another document, for an admin',
      'admin',
      ({ documentId }) => `GET /company/docs/${documentId}/files/{file}/`,
    ],
  ])('%s is not found', async (_name, who, call) => {
    await nothingChanges(async () => {
      const answer = await send(who, call(hood.things))
      expect([answer.statusCode, wordsIn(answer.body)]).toEqual([404, []])
    })
  })
})

describe('T-070: a company with two units', () => {
  it('its owner changes both', async () => {
    for (const id of [hood.things.unitId, own.second])
      expect(await app.call(bearers.driver1)(updateUnit, { params: { id }, body: { name: 'Zora' } })).toMatchObject({
        status: 200,
      })
  })

  it.each<[string, Neighbour, (things: Things) => string, Body, number]>([
    ['its hours', 'driver1', () => 'PUT {secondPath}/schedule/', (its) => hours(its.unitId), 422],
    ['its day', 'driver1', () => 'PUT {secondPath}/availability/', (its) => day(its.availabilityId), 422],
    ['its vacation', 'driver1', (its) => `DELETE {secondPath}/vacation/${its.vacationId}/`, () => undefined, 404],
    [
      'its document',
      'driver1',
      () => 'POST {secondPath}/docs-cancel/',
      (its) => ({ document_id: its.documentId }),
      404,
    ],
    [
      'its document',
      'admin',
      () => 'POST /admin/verifications/{second}/decide/',
      (its) => decision(its.documentId),
      404,
    ],
  ])('through one of them the other does not change: %s, for %s', async (_name, who, call, body, status) => {
    await nothingChanges(async () => {
      expect((await send(who, call(hood.things), body(hood.things))).statusCode).toBe(status)
    })
  })
})

/** With something of the caller's own in each, so that it is not the emptiness that is safe. */
const LISTS: [who: Neighbour, path: string, owns: keyof Own][] = [
  ['driver2', '/company/working-unit/?page_size=100', 'unit'],
  ['driver2', '{companyPath}/photos/?page_size=100', 'photo'],
  ['driver2', '{companyPath}/marketing-info/?', 'photo'],
  ['driver2', '{unitPath}/docs/?', 'document'],
  ['driver2', '/company/upload-company-docs/?', 'companyDocument'],
  ['driver2', '{unitPath}/schedule/?from=2027-01-25&days=42', 'vacation'],
  ['driver2', '/users/settings/?', 'unit'],
  ['driver2', '/users/?', 'unit'],
  ['driver2', '/users/export/?', 'unit'],
  ['customer2', '/users/addresses/?page_size=100', 'address'],
  ['customer2', '/users/sessions/?page_size=100', 'session'],
  ['customer2', '/booking/future-bookings/?page_size=100', 'booking'],
  ['customer2', '/users/export/?', 'address'],
]

describe('T-050, T-103: a list', () => {
  it.each(LISTS)('of %s has nothing of others: %s', async (who, path, owns) => {
    const answer = await send(who, `GET ${path}`)
    expect([answer.statusCode, answer.body.includes(own[owns])]).toEqual([200, true])
    const { linked, company, customer, shown } = hood.words
    // Customer 2 booked with company 1, and is shown what customers are shown of it.
    const words = [...linked, ...company, ...customer, ...(who === 'customer2' ? [] : shown)]
    expect(words.filter((word) => answer.body.includes(word))).toEqual([])
  })

  it.each(['company', 'company_id', 'working_unit', 'customer', 'user_id', 'id'])('takes no ?%s=', async (name) => {
    const { linked, company, customer } = hood.words
    for (const [who, path] of LISTS) {
      const answer = await send(who, `GET ${path}&${name}=${hood.things.companyId}`)
      expect([200, 422]).toContain(answer.statusCode)
      expect([...company, ...customer, ...linked].filter((word) => answer.body.includes(word))).toEqual([])
    }
  })
})
