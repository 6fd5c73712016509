import { newId } from '#platform/new-id.ts'
import { createBooking } from '#modules/bookings/contract.ts'
import { writeMessage, listReports, reportMessage } from '#modules/bookings/thread/contract.ts'
import { addVacation, renewCalendarFeed, saveAvailability } from '#modules/calendar/contract.ts'
import { saveBankingAccount } from '#modules/companies/banking/contract.ts'
import { updateCompany } from '#modules/companies/contract.ts'
import { getMarketingInfo, saveMarketingInfo } from '#modules/companies/marketing/contract.ts'
import { listUnitDocuments } from '#modules/fleet/documents/contract.ts'
import { addPerson, listPeople } from '#modules/fleet/people/contract.ts'
import type { PersonView } from '#modules/fleet/people/queries.ts'
import { updateUnit } from '#modules/fleet/units/contract.ts'
import { listDecisions } from '#modules/onboarding/decisions/contract.ts'
import { decidePerson } from '#modules/onboarding/office/contract.ts'
import { addSavedAddress } from '#modules/identity/profile/contract.ts'
import { saveMove } from '#modules/quoting/saved-moves/contract.ts'
import type { Call } from '#shared/call.ts'
import { signId } from '#platform/secrets.ts'
import { addMinutes } from '#shared/local-time.ts'
import type { TestApp } from './app.ts'
import { aDriver, anOperatingDriver, must, upload, type Sent, type TestDriver } from './driver.ts'
import { aMoveToSave } from './factories/kept-move.ts'
import { search } from './factories/booking.ts'
import { aHiredDriver } from './factories/hired-driver.ts'
import { aMove } from './factories/move.ts'
import type { Part } from './multipart.ts'
import { createPerson, mailedToken, type Person } from './people.ts'
import { pdf } from './pdfs.ts'
import { jpeg } from './pictures.ts'
import { sessionFor, signIn } from './session.ts'

/** Who calls, besides a visitor. The first of each kind has everything; the second stands next door. */
export const PEOPLE = ['customer1', 'customer2', 'driver1', 'driver2', 'admin', 'hired1'] as const
export type Neighbour = (typeof PEOPLE)[number]

/** What is real of company 1 and customer 1, to put into paths and bodies. */
export interface Things {
  companyId: string
  unitId: string
  /** Documents that wait: one to take back, one to decide about; and a page of the first. */
  documentId: string
  otherDocumentId: string
  documentFileId: string
  /** Of the office, about a person of company 1, a moment ago. */
  decisionId: string
  /** Of company 1: one who waits for the office, with a page of their document; and two who are checked. */
  crewPersonId: string
  crewFileId: string
  checkedPersonIds: string[]
  photoIds: string[]
  logoFileId: string
  vacationId: string
  availabilityId: string
  feedToken: string
  bankToken: string
  sessionId: string
  /** Somebody else altogether, whom the office may block. */
  personId: string
  /** Another one of the office. */
  staffId: string
  addressId: string
  savedMoveId: string
  bookingId: string
  hash: string
  /** The upload that customer 1's booking has, and the quote that it booked. */
  photosId: string
  movePhotoId: string
  quoteId: string
  /** Where customer 1's booking would be reviewed; a review of company 1; and a photo of the claim for that booking. */
  reviewHash: string
  reviewId: string
  claimFileId: string
  /** What customer 1 has written about the booking, with a photo; and company 1's report of it. */
  messageId: string
  messageFileId: string
  reportId: string
  /** Of customer 1's booking: what the office has to decide about its day, and a photo of it. */
  dayQuestionId: string
  dayPhotoId: string
}

/**
 * Words and ids of company 1 and customer 1, by who may read them: whoever looks for a mover, whoever holds a link of the booking or of
 * the calendar, and nobody but its own people.
 */
export interface Words {
  shown: string[]
  linked: string[]
  company: string[]
  customer: string[]
  /** Of those, what the driver of a confirmed booking needs. */
  forDriver: string[]
}

export interface Neighbourhood {
  people: Record<Neighbour, Person>
  things: Things
  /** What driver 2 has. */
  nextDoor: { companyId: string; unitId: string }
  words: Words
  /** Of the house: all in which something could be written about somebody. */
  tables: string[]
}

/** Two customers, two drivers of different companies, one hired for the unit of company 1, and an admin; company 1 and customer 1 with one of everything there is. */
export async function aNeighbourhood(app: TestApp): Promise<Neighbourhood> {
  const [driver1, driver2] = [await anOperatingDriver(app), await anotherDriver(app)]
  const people = {
    driver1,
    driver2,
    customer1: await createPerson(app, { firstName: 'Zebedee', phone: '+447700900671' }),
    customer2: await createPerson(app, { firstName: 'Priya', phone: '+447700900672' }),
    admin: await createPerson(app, { role: 'admin', firstName: 'Office' }),
    hired1: await aHiredDriver(app, driver1.call, driver1.unitId),
  }
  const company = await companyThings(app, driver1)
  const customer = await customerThings(app, people.customer1)
  const written = await writtenThings(app, people, customer.bookingId)
  const known = { companyId: driver1.companyId, unitId: driver1.unitId, ...company, ...customer, ...written }
  const things = { ...known, ...(await afterThings(app, known)) }
  const { companyId, unitId } = driver2
  return {
    people,
    things,
    nextDoor: { companyId, unitId },
    words: await wordsOf(app, people, things),
    tables: await listTables(app),
  }
}

/** With a van and hours of its own, so that its lists are not empty. */
async function anotherDriver(app: TestApp): Promise<TestDriver> {
  const driver = await aDriver(app, { firstName: 'Other' })
  await must(driver.call(updateUnit, { params: { id: driver.unitId }, body: { name: 'Next door' } }))
  return driver
}

const waits = (kind: string) => [
  { name: 'files', filename: `zephyr-${kind}.pdf`, type: 'application/pdf', content: pdf({ pages: 2 }) },
]

async function companyThings(app: TestApp, { call, bearer, companyId, unitId, email, password }: TestDriver) {
  const [company, unit] = [{ id: companyId }, { id: unitId }]
  const names = {
    name: 'Zinnia Removals',
    legalName: 'Zinnia Removals Ltd',
    registeredAddress: '1 Zinnia Yard, London',
  }
  const numbers = { companyNumber: '87654321', insuranceNumber: 'HR-ZINNIA-1' }
  await must(call(updateCompany, { body: { ...names, ...numbers } }))
  await must(call(saveMarketingInfo, { params: company, body: { description: 'Zinnia, since 1987.' } }))
  await must(call(updateUnit, { params: unit, body: { name: 'Zora' } }))
  await upload(app, bearer, `/company/${companyId}/photos/`, [{ content: await jpeg() }])
  for (const [kind, more] of [
    ['driving_licence', { number: 'ZINNI-801' }],
    ['operator_licence', { expires_on: '2028-01-01' }],
  ] as const)
    await upload(app, bearer, `/company/working-unit/${unitId}/docs/`, waits(kind), { kind, ...more })
  const documents = await must(call(listUnitDocuments, { params: unit }))
  const documentOf = (kind: string) => documents.find((document) => document.kind === kind)?.newest
  const crew = await aWaitingPerson(call, (path, parts, fields) => upload<PersonView>(app, bearer, path, parts, fields))
  const checked = (await must(call(listPeople))).slice(0, 2)
  const face = [{ name: 'photo', content: await jpeg() }]
  const { data: renewed } = await upload<PersonView>(app, bearer, `/company/people/${checked[0]?.id}/photo/`, face)
  const office = app.call((await signIn(app, 'admin')).bearer)
  const body = { version: renewed.version, decision: 'approve' as const }
  await must(office(decidePerson, { params: { personId: renewed.id }, body }))
  const [decision] = await must(office(listDecisions))
  const vacation = await must(
    call(addVacation, { params: unit, body: { startTime: '2027-02-01', endTime: '2027-02-03' } }),
  )
  const [day] = await must(call(saveAvailability, { params: unit, body: { dayOfWeek: '2026-12-22', _10: false } }))
  const { url } = await must(call(renewCalendarFeed, { params: unit, body: {} }))
  const account = { accountHolder: 'Zinnia Holdings', sortCode: '20-45-42', accountNumber: '31926820' }
  await must(call(saveBankingAccount, { body: { ...account, currentPassword: password } }))
  const { photos, logoUrl } = await must(call(getMarketingInfo, { params: company }))
  return {
    documentId: documentOf('driving_licence')?.id ?? '',
    otherDocumentId: documentOf('operator_licence')?.id ?? '',
    documentFileId: documentOf('driving_licence')?.files[0]?.id ?? '',
    decisionId: decision?.id ?? '',
    crewPersonId: crew.id,
    crewFileId: crew.newest?.files[0]?.id ?? '',
    checkedPersonIds: checked.map(({ id }) => id),
    photoIds: photos.map(({ id }) => id),
    logoFileId: lastPart(logoUrl),
    vacationId: vacation.id,
    availabilityId: day?.id ?? '',
    feedToken: lastPart(url),
    bankToken: await mailedToken(app, email),
  }
}

type Upload = (path: string, parts: Part[], fields?: Record<string, string>) => Promise<Sent<PersonView>>

/** Somebody new of a company, with a photo and a document for the office to look at. */
export async function aWaitingPerson(call: Call, send: Upload): Promise<PersonView> {
  const { id } = await must(call(addPerson, { body: { firstName: 'Zuleika', lastName: 'Zander' } }))
  await send(`/company/people/${id}/photo/`, [{ name: 'photo', content: await jpeg() }])
  const page = { name: 'files', filename: 'zephyr-permit.jpg', type: 'image/jpeg', content: await jpeg() }
  return (await send(`/company/people/${id}/check/`, [page], { method: 'other_document' })).data
}

const lastPart = (url: string | null): string => url?.split('/').at(-2) ?? ''

async function customerThings(app: TestApp, { id }: Person) {
  const { bearer, sessionId } = await sessionFor(app, id)
  const call = app.call(bearer)
  const address = { label: 'Zelkova House', postcode: 'E17 4QH', formattedAddress: '7 Zelkova Road', stairs: 2 }
  const saved = await must(call(addSavedAddress, { body: { ...address, flatAndHouse: 'Flat Zeta' } }))
  const kept = { name: 'Zelkova fair', move: aMoveToSave({ flatAndHouse: 'Flat Zeta' }) }
  const { id: savedMoveId } = await must(call(saveMove, { body: kept }))
  const photos = await upload<{ id: string }>(app, undefined, '/booking/images/', [{ content: await jpeg() }])
  const { results } = await search(app, aMove({ from: 'E17 4QH', to: 'E10 6EQ' }))
  const quoteId = results[0]?.quoteId ?? ''
  const booking = await must(
    call(createBooking, {
      body: {
        quoteId,
        paymentMethod: 'cash',
        customerNote: 'Mind the zither.',
        photosId: photos.data.id,
        routePoints: [{ number: 0, flatAndHouse: 'Flat Zeta', contactName: 'Zebedee Zola' }],
      },
    }),
  )
  const { id: personId } = await createPerson(app)
  const { id: staffId } = await createPerson(app, { role: 'admin', staffRole: 'editor' })
  const ids = {
    personId,
    staffId,
    addressId: saved.id,
    savedMoveId,
    bookingId: booking.id,
    hash: booking.hash,
    sessionId,
  }
  const photo = await app.ctx.db
    .selectFrom('files.file')
    .select('id')
    .where('uploadId', '=', photos.data.id)
    .executeTakeFirstOrThrow()
  const day = await dayThings(app, booking.id, photos.data.id)
  return { ...ids, photosId: photos.data.id, movePhotoId: photo.id, quoteId, ...day }
}

/** What there is once a move is over, though this one is ahead: a review, a claim with a photo, and that it is asked for again. */
async function afterThings(
  app: TestApp,
  { companyId, unitId, bookingId }: Pick<Things, 'companyId' | 'unitId' | 'bookingId'>,
) {
  const { db, clock } = app.ctx
  const now = clock.now()
  const later = addMinutes(now, 20_160)
  const marks = { punctuality: 5, care: 4, value: 5, text: 'Quick and careful.' }
  const review = await db
    .insertInto('reviews.review')
    .values({ companyId, authorName: 'Jane', ...marks, createdAt: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  const photos = await upload<{ id: string }>(app, undefined, '/booking/images/', [{ content: await jpeg() }])
  const photosId = photos.data.id
  await db.updateTable('files.upload').set({ attachedAt: now }).where('id', '=', photosId).execute()
  await db
    .insertInto('bookings.claim')
    .values({ bookingId, companyId, status: 'with_company', askedPence: 5000, madeAt: now, answerBy: later })
    .execute()
  await db
    .insertInto('bookings.claim_item')
    .values({ bookingId, position: 0, words: 'A lamp.', askedPence: 5000, photosId })
    .execute()
  await db
    .insertInto('bookings.rebooking')
    .values({
      bookingId,
      unitId,
      status: 'open',
      startAt: now,
      endAt: later,
      askedAt: now,
      respondBy: later,
      quote: null,
    })
    .execute()
  const { id: claimFileId } = await db
    .selectFrom('files.file')
    .select('id')
    .where('uploadId', '=', photosId)
    .executeTakeFirstOrThrow()
  return { reviewHash: signId(app.ctx, 'review hash', bookingId), reviewId: review.id, claimFileId }
}

async function writtenThings(
  app: TestApp,
  { customer1, driver1, admin }: Record<Neighbour, Person>,
  bookingId: string,
) {
  const call = async ({ id }: Person) => app.call((await sessionFor(app, id)).bearer)
  const photos = await upload<{ id: string }>(app, undefined, '/booking/images/', [{ content: await jpeg() }])
  const params = { id: bookingId }
  const body = { text: 'Zounds, the zither is heavy.', photosId: photos.data.id }
  const { id: messageId, photos: shown } = await must((await call(customer1))(writeMessage, { params, body }))
  const reason = 'It is rude.'
  await must((await call(driver1))(reportMessage, { params: { ...params, messageId }, body: { reason } }))
  const { results } = await must((await call(admin))(listReports))
  const reportId = results.find((report) => report.bookingId === bookingId)?.id ?? ''
  return { messageId, messageFileId: shown[0]?.id ?? '', reportId }
}

async function dayThings({ ctx: { db, clock } }: TestApp, bookingId: string, uploadId: string) {
  const [dayQuestionId, dayPhotoId] = [newId(clock), newId(clock)]
  const file = await db.selectFrom('files.file').select('id').where('uploadId', '=', uploadId).executeTakeFirstOrThrow()
  await db
    .insertInto('bookings.day_question')
    .values({ id: dayQuestionId, bookingId, kind: 'conflict', askedAt: clock.now() })
    .execute()
  const photo = { id: dayPhotoId, bookingId, stage: 'before', uploadId, fileId: file.id } as const
  await db
    .insertInto('bookings.day_photo')
    .values({ ...photo, digest: Buffer.alloc(32), at: clock.now() })
    .execute()
  return { dayQuestionId, dayPhotoId }
}

async function wordsOf(
  app: TestApp,
  { driver1, customer1, hired1 }: Record<Neighbour, Person>,
  things: Things,
): Promise<Words> {
  const kept = await keptIds(app, things.companyId)
  const { companyId, unitId, photoIds, logoFileId, bookingId, hash, vacationId } = things
  const names = 'HR-ZINNIA-1|ZINNI-801|Zinnia Holdings|zephyr-|Zuleika|Zander'
  // The law wants customers told who a trader is.
  const trader = 'Zinnia Removals Ltd|Zinnia Yard|87654321'
  const { availabilityId, feedToken, bankToken, sessionId, addressId, savedMoveId, photosId } = things
  const forDriver = [photosId, ...'+447700900671|Zebedee|Zeta|Zola|zither'.split('|')]
  return {
    shown: [
      companyId,
      unitId,
      ...photoIds,
      logoFileId,
      ...`Zinnia Removals|since 1987|Zora|LK72 VNF|${trader}`.split('|'),
    ],
    linked: [bookingId, hash, vacationId],
    company: [
      driver1.id,
      driver1.email,
      hired1.email,
      availabilityId,
      feedToken,
      bankToken,
      ...kept,
      ...names.split('|'),
    ],
    customer: [
      customer1.id,
      customer1.email,
      sessionId,
      addressId,
      savedMoveId,
      ...'E10 6EQ|Zelkova'.split('|'),
      ...forDriver,
    ],
    forDriver,
  }
}

/** Documents with their files, and bank accounts: ids that only the company and the office ever see. */
async function keptIds({ app: { pool } }: TestApp, companyId: string): Promise<string[]> {
  const { rows } = await pool.query<{ id: string }>(
    `select d.id from fleet.document d where d.company_id = $1
     union all select f.id from fleet.document d join files.file f using (upload_id) where d.company_id = $1
     union all select c.id from fleet.person_check c join fleet.person p on p.id = c.person_id where p.company_id = $1
     union all select id from companies.bank_account where company_id = $1`,
    [companyId],
  )
  return rows.map(({ id }) => id)
}

async function listTables({ app: { pool } }: TestApp): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(
    `select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname not in ('pg_catalog', 'information_schema', 'pgboss', 'geo') order by 1`,
  )
  return rows.map(({ name }) => name)
}

/** Every row in the house that names company 1, customer 1 or what is theirs, as one digest a table; that it was read changes nothing of theirs. */
export async function rowsAbout({ app }: TestApp, { things, people, tables }: Neighbourhood): Promise<object> {
  const ids = [...Object.values(things).flat(), people.driver1.id, people.customer1.id].join('|')
  const digests = tables.map(
    (name) => `select '${name}' as name, count(*)::int as rows, md5(string_agg(r::text, '' order by r::text)) as digest
      from ${name} r where r::text ~ $1${name === 'audit.entry' ? " and r.action !~ '^(read|exported)[.]'" : ''}`,
  )
  const { rows } = await app.pool.query<{ name: string }>(digests.join(' union all '), [ids])
  return Object.fromEntries(rows.map(({ name, ...digest }) => [name, digest]))
}
