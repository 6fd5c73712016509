import { ringTimes } from '#modules/quoting/office-plans/rules.ts'
import type { StoredMove } from '#modules/quoting/saved-moves/commands.ts'
import { toJson } from '#platform/json-columns.ts'
import { pathOf } from '#shared/call.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import type { InjectOptions } from 'fastify'
import { toWire } from '#shared/wire.ts'
import type { TestApp } from './app.ts'
import { aMove } from './factories/move.ts'
import { aMoveToKeep, aMoveToSave } from './factories/kept-move.ts'
import { aBrowser } from './browsers.ts'
import { multipartBody, multipartType, type Part } from './multipart.ts'
import type { Things } from './neighbours.ts'
import { testPassword } from './people.ts'
import { jpeg } from './pictures.ts'
import { sampleOf, schemaOf } from './samples.ts'

/** What is real, and what a request needs besides. */
export interface Stock extends Things {
  picture: Buffer
  /** Of company 1's tariff as it stands. */
  tariffVersion: number
  /** Of the person of company 1 who waits for the office. */
  personVersion: number
  /** A message that was given up, of nobody. */
  mailId: string
  /** When the office rings next, and somebody who waits for it. */
  ringFrom: string
  officePlanId: string
}

/** The booked move with stairs added at the drop-off. */
export function changedMove(): Record<string, unknown> {
  const { jobKind: _kind, customerNote: _note, ...move } = aMove({ stairs: [0, 2] })
  return Object.assign({}, toWire({ ...move, version: 1 }))
}

let picture: Promise<Buffer> | undefined

export async function stockOf({ ctx }: TestApp, things: Things): Promise<Stock> {
  const { version } = await ctx.db
    .selectFrom('pricing.tariff')
    .select('version')
    .where('companyId', '=', things.companyId)
    .executeTakeFirstOrThrow()
  const person = await ctx.db
    .selectFrom('fleet.person')
    .select('version')
    .where('id', '=', things.crewPersonId)
    .executeTakeFirst()
  picture ??= jpeg()
  return {
    ...things,
    picture: await picture,
    tariffVersion: version,
    personVersion: person?.version ?? 0,
    mailId: await aMailGivenUp(ctx),
    ...(await anOfficePlan(ctx)),
  }
}

async function anOfficePlan({ db, clock }: TestApp['ctx']): Promise<Pick<Stock, 'ringFrom' | 'officePlanId'>> {
  const [time] = ringTimes(clock.now())
  if (!time) throw new Error('There is always a next time to ring')
  const { id } = await db
    .insertInto('quoting.office_plan')
    .values({
      name: 'Nobody',
      phone: '+447700900317',
      ringFrom: time.from,
      ringUntil: time.until,
      move: toJson<StoredMove>(JSON.parse(JSON.stringify({ ...aMoveToKeep(), names: [] }))),
      createdAt: clock.now(),
      expiresAt: new Date(clock.now().getTime() + 86_400_000),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { ringFrom: time.from.toISOString(), officePlanId: id }
}

async function aMailGivenUp({ db, clock }: TestApp['ctx']): Promise<string> {
  const now = clock.now()
  const mail = {
    channel: 'email',
    recipient: 'nobody@example.com',
    kind: 'test',
    text: 'Hello',
    createdAt: now,
  } as const
  const { id } = await db
    .insertInto('notifications.message')
    .values({ ...mail, failedAt: now, lastError: 'smtp 550' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

type Params = Record<string, string>

/** The path parameters of an endpoint, each the id of something that is there. A new kind of id needs a line here. */
export function realParams({ id: name, path, params }: Endpoint, stock: Stock): Params {
  return Object.fromEntries(
    Object.keys(params?.shape ?? {}).map((key) => {
      const value = key === 'id' ? idIn(path, stock) : named[key]?.(path, stock)
      if (!value) throw new Error(`Nothing real is known for {${key}} of ${name}: add it to real-requests.ts`)
      return [key, value]
    }),
  )
}

const named: Record<string, (path: string, stock: Stock) => string | undefined> = {
  partial: () => 'E17',
  // Nothing has been written: what the public sees of a page is in content.
  slug: () => 'brighton',
  key: () => 'home',
  kind: () => 'root',
  number: () => '1',
  file: () => '960.webp',
  group: () => 'unconfirmed',
  postcode: () => 'E17 4QH',
  hash: (path, { hash, reviewHash }) => (path.endsWith('/review/') ? reviewHash : hash),
  token: (_, { feedToken }) => feedToken,
  photo_id: (path, { photoIds, movePhotoId, dayPhotoId }) => {
    if (path.includes('/day-photos/')) return dayPhotoId
    return path.startsWith('/booking/') ? movePhotoId : photoIds[1]
  },
  document_id: (_, { documentId }) => documentId,
  part: (path) => (path.startsWith('/sitemap/') ? 'pages-1' : 'road_charges'),
  // Nobody has proposed anything: what a change is to whom is in bookings/changes.
  change_id: (_, { unitId }) => unitId,
  booking_id: (_, { bookingId }) => bookingId,
  vacation_id: (_, { vacationId }) => vacationId,
  person_id: (path, { crewPersonId, checkedPersonIds }) =>
    path.startsWith('/booking/') ? checkedPersonIds[0] : crewPersonId,
  message_id: (_, { messageId }) => messageId,
  file_id: (path, { logoFileId, documentFileId, crewFileId, claimFileId, messageFileId }) => {
    if (path.includes('/claim/')) return claimFileId
    if (path.includes('/messages/')) return messageFileId
    if (path.includes('/people/')) return crewFileId
    return path.includes('/docs/') ? documentFileId : logoFileId
  },
}

function idIn(
  path: string,
  {
    unitId,
    companyId,
    addressId,
    savedMoveId,
    sessionId,
    personId,
    staffId,
    bookingId,
    decisionId,
    reviewId,
    reportId,
    mailId,
    officePlanId,
    dayQuestionId,
  }: Stock,
): string | undefined {
  if (/^\/(company\/working-unit|admin\/working-unit|admin\/verifications)\//.test(path)) return unitId
  if (path.startsWith('/company/{id}/')) return companyId
  if (path.startsWith('/users/addresses/')) return addressId
  if (path.startsWith('/users/moves/')) return savedMoveId
  if (path.startsWith('/users/sessions/')) return sessionId
  if (path.startsWith('/admin/people/')) return personId
  if (path.startsWith('/admin/staff/')) return staffId
  if (path.startsWith('/admin/companies/')) return companyId
  if (path.startsWith('/admin/decisions/')) return decisionId
  if (/^(\/admin)?\/reviews\//.test(path)) return reviewId
  if (path.startsWith('/admin/claims/')) return bookingId
  if (path.startsWith('/admin/reported-messages/')) return reportId
  if (path.startsWith('/admin/undelivered/')) return mailId
  if (path.startsWith('/admin/office-plans/')) return officePlanId
  // Nobody has set anything: what becomes of a change is in settings.
  if (path.startsWith('/admin/settings/')) return unitId
  if (/^\/(service-category|blog-article)\//.test(path)) return 'nothing-yet'
  if (/^\/(admin\/content|content-image)\//.test(path)) return unitId
  if (path.startsWith('/admin/day-questions/')) return dayQuestionId
  if (path.startsWith('/booking/working-unit/')) return unitId
  if (path.startsWith('/admin/bookings/')) return bookingId
  if (path.startsWith('/admin/sales-credit/client/')) return personId
  // Nobody has been billed: what a document is to whom is in billing/documents.
  if (
    /^\/(admin|billing)\/(statements|invoices|sales-credit|fee-correction|statement-queries|billing-runs)\//.test(path)
  )
    return unitId
  if (path.startsWith('/booking/{id}/')) return bookingId
  return path.startsWith('/booking/items/') ? '102' : undefined
}

/**
 * Bodies for which a sample of the schema would not do, because something has to fit what is there. Who has just logged in needs no
 * password for what asks for one, and comparing it takes its time.
 */
const bodies: Record<string, (stock: Stock) => unknown> = {
  // A guess at one address too many would be slowed down.
  logIn: () => ({ email: `${crypto.randomUUID()}@example.com`, password: testPassword }),
  logInCustomer: () => ({ email: `${crypto.randomUUID()}@example.com`, password: testPassword }),
  updateUser: () => ({ first_name: 'Robin' }),
  saveMove: () => ({ name: 'Spring fair', move: toWire(aMoveToSave()) }),
  renameSavedMove: () => ({ name: 'Autumn fair' }),
  addSavedAddress: () => ({ label: 'Work', postcode: 'E17 4QH' }),
  changeSavedAddress: () => ({ label: 'Work', postcode: 'E17 4QH' }),
  updatePassword: () => ({ current_password: testPassword, new_password: 'Kettle-on-at-8' }),
  getPhoneCode: () => ({ phone: '+447700900999' }),
  verifyPhone: () => ({ phone: '+447700900999', code: '000000' }),
  askClaimCode: () => ({ phone: '+447700900998' }),
  claimByPhone: () => ({ phone: '+447700900998', code: '000000' }),
  startTwoStep: () => ({}),
  renewRecoveryCodes: () => ({}),
  stopTwoStep: () => ({}),
  findQuotes: () => toWire(aMove()),
  getRouteDetails: () => toWire(aMove()),
  findLowestPrice: () => toWire(aMove()),
  listDayPrices: () => toWire(aMove()),
  handOverMove: () => toWire(aMoveToKeep()),
  askOffice: ({ ringFrom }) => ({
    name: 'Megan Pryce',
    phone: '07700 900318',
    ring_from: ringFrom,
    move: toWire(aMoveToKeep()),
  }),
  closeOfficePlan: () => ({ outcome: 'not_wanted' }),
  shareMove: () => toWire(aMoveToKeep()),
  openMoveByCode: () => ({ code: 'ZZZZZZZZ' }),
  simulatePrice: () => toWire(aMove()),
  tryOutUnit: () => toWire(aMove()),
  createBooking: () => ({ quote_id: 'nobody made this one', payment_method: 'cash' }),
  updateCompany: () => ({ mark_colour: 'blue' }),
  saveVat: () => ({ number: 'GB123456782', registered_from: '2026-12-01' }),
  arrangeCompanyPhotos: ({ photoIds }) => ({ photos: photoIds.map((id) => ({ id, caption: 'On the road' })) }),
  saveBankingAccount: () => ({
    account_holder: 'Robin Hood',
    sort_code: '20-45-42',
    account_number: '31926819',
  }),
  confirmBankingAccount: ({ bankToken }) => ({ token: bankToken }),
  addPushDevice: () => aBrowser('role-matrix'),
  saveMessageSettings: () => ({ new_messages: { sms: true } }),
  writeMessage: () => ({ text: 'We are outside.' }),
  readThread: ({ messageId }) => ({ message_id: messageId }),
  reportMessage: () => ({ reason: 'It is rude.' }),
  decideReport: () => ({ decision: 'leave' }),
  saveNotificationSettings: () => [{ event: 'hot_job', email: false }],
  saveJobNotices: () => [{ event: 'job_reminder', sms: false }],
  cancelUnitDocument: ({ documentId }) => ({ document_id: documentId }),
  decideVerification: ({ otherDocumentId }) => ({
    decisions: [{ document_id: otherDocumentId, decision: 'refuse', reason: 'It can’t be read.' }],
  }),
  previewVerification: ({ otherDocumentId }) => ({
    decisions: [{ document_id: otherDocumentId, decision: 'approve' }],
  }),
  lookAt: ({ unitId }) => ({ subject_id: unitId }),
  bookSpecial: () => ({
    ...(toWire(aMove()) as object),
    customer: { first_name: 'Margaret', phone: '+447700900231' },
    total_pence: 18_000,
    special_pay_method: 'cash',
  }),
  bookOfficePlan: () => ({
    customer: { first_name: 'Megan', phone: '+447700900318' },
    postcodes: ['E17 4QH', 'BN1 1AA'],
    date: '2026-12-16',
    time: '09:00',
    days: 1,
    hours: 8,
    man_power: 'driver_helps',
    vans: [{ registration: 'LM21 ABC', lines: [{ label: 'Work', amount_pence: 40_000 }] }],
    ceiling_pence: 40_000,
    special_pay_method: 'cash',
  }),
  decideAppeal: () => ({ decision: 'uphold', reason: 'Two customers said the same.' }),
  setOperatingArea: () => ({ districts: ['E17', 'E10', 'E4'] }),
  setUpUnit: () => ({
    operating_area: { districts: ['E17', 'E10', 'E4'] },
    schedule: [{ day_of_week: '1', start_time: '08:00', end_time: '18:00' }],
  }),
  saveSchedule: () => [{ day_of_week: '1', start_time: '08:00', end_time: '18:00' }],
  createSchedule: () => [{ day_of_week: '2', start_time: '08:00', end_time: '18:00' }],
  saveAvailability: ({ availabilityId }) => ({ id: availabilityId, day_of_week: '2026-12-22', _11: false }),
  createAvailability: () => ({ day_of_week: '2026-12-23', _11: false }),
  saveHourlyRates: ({ tariffVersion: version }) => ({
    version,
    // Of what the unit offers, or it is no longer ready: saveAllowedJobs leaves it without help.
    rates: [
      { van_category: 'large_van', help_level: 'no_help', pence_per_hour: 4000 },
      { van_category: 'large_van', help_level: 'one_porter', pence_per_hour: 6000 },
    ],
    minimum_minutes: 120,
    minimum_minutes_two_porters: 180,
  }),
  saveMileageCharges: ({ tariffVersion: version }) => ({ version, included_miles: 10, pence_per_mile: 110 }),
  saveOutOfHoursRate: ({ tariffVersion: version }) => ({
    version,
    standard_hours: Array<null>(7).fill(null),
    out_of_hours_percent: 20,
  }),
  saveTerms: ({ tariffVersion: version }) => ({
    version,
    waiting_pence_per_half_hour: 1500,
    free_waiting_minutes: 30,
    terms: 'Cash on the day.',
  }),
  inviteStaff: () => ({ email: `${crypto.randomUUID()}@example.com`, first_name: 'Bea', staff_role: 'support' }),
  changeStaffRole: () => ({ staff_role: 'support' }),
  inviteDriver: () => ({ email: `${crypto.randomUUID()}@example.com` }),
  joinUnit: () => ({ token: 'nobody has this one', password: testPassword, first_name: 'Jo' }),
  addPerson: () => ({ first_name: 'Jo', last_name: 'Lowe' }),
  savePerson: () => ({ first_name: 'Zuleika', last_name: 'Zeller' }),
  editBooking: () => ({ customer_note: 'Mind the zither.' }),
  proposeChange: () => ({ kind: 'item', words: 'An armchair', extra_minutes: 30 }),
  figureChange: () => ({ kind: 'item', extra_minutes: 30 }),
  priceChange: ({ unitId }) => ({ change_id: unitId, version: 1, line: { label: 'An armchair', amount_pence: 3100 } }),
  agreeChange: ({ unitId }) => ({ change_id: unitId, version: 1 }),
  refuseChange: ({ unitId }) => ({ change_id: unitId, version: 1 }),
  offerTime: () => ({ new_start_at: '2026-12-05T10:00:00Z' }),
  priceMove: () => changedMove(),
  changeMove: () => ({ ...changedMove(), agreed_by_customer: true }),
  offerMoveTime: ({ unitId }) => ({ change_id: unitId, version: 1, new_start_at: '2026-11-28T11:30:00Z' }),
  withdrawChange: ({ unitId }) => ({ change_id: unitId, version: 1 }),
  withdrawKeysLink: ({ unitId }) => ({ keys_link_id: unitId }),
  openChange: () => ({ code: '000000' }),
  answerLinkedChange: () => ({ pass: 'nobody has this one', version: 1, agree: true }),
  findPageByCode: () => ({ code: 'ZZZZZZ' }),
  textDayCode: () => ({ code: 'ZZZZZZ' }),
  takeBooking: ({ unitId }) => ({ working_unit_id: unitId }),
  confirmBooking: () => ({}),
  // Long before its day, so that it costs nothing.
  cancelBooking: () => ({ fee_pence: 0 }),
  agreeCancellation: () => ({ fee_pence: 0 }),
  answerByLink: () => ({ answer: 'no' }),
  reviewBooking: () => ({ punctuality: 5, care: 5, value: 4, text: 'On time.' }),
  answerReview: () => ({ text: 'Thank you.' }),
  hideReview: () => ({ reason: 'insulting' }),
  restoreReview: () => ({ note: 'It insults nobody.' }),
  bookInstead: () => ({ quote_id: 'nobody made this one', payment_method: 'cash' }),
  askForRebook: () => ({ date: '2026-12-15', time: '09:00', total_pence: 10_000 }),
  createClaim: () => ({ items: [{ words: 'A lamp.', asked_pence: 5000 }] }),
  answerClaim: () => ({ accepted_pence: 1000, text: 'It was old.' }),
  decideClaim: () => ({ awarded_pence: 2500, text: 'Half of it.' }),
  createStatement: () => ({ start_date: '01/11/2026', end_date: '30/11/2026', need_validation: false }),
  createInvoice: () => ({ start_date: '01/11/2026', end_date: '30/11/2026', need_validation: false }),
  createSalesCredit: () => ({ start_date: '01/11/2026', end_date: '30/11/2026', need_validation: false }),
  startBillingRun: () => ({ month: '2026-10' }),
  continueBillingRun: () => ({}),
  saveStatement: () => ({}),
  saveInvoice: () => ({}),
  saveSalesCredit: () => ({}),
  sendStatement: () => undefined,
  sendInvoice: () => undefined,
  sendSalesCredit: () => undefined,
  queryLine: ({ unitId }) => ({ entry_id: unitId, text: 'The hours were more.' }),
  answerQuery: () => ({ text: 'We have looked.' }),
  moveBooking: ({ unitId }) => ({ working_unit_id: unitId, seen: 'new_booking' }),
  makeHot: () => ({ seen: 'new_booking' }),
  markCharged: () => ({ reference: 'ch_12345' }),
  markRefunded: () => ({ reference: 're_12345' }),
  confirmFeeCorrections: ({ unitId }) => ({ document: unitId, version: 1 }),
  addFeeCorrection: ({ unitId }) => ({ statement: unitId, amount_pence: -2000, reason: 'An hour late.' }),
  nameCrew: ({ checkedPersonIds }) => ({ person_ids: checkedPersonIds }),
  setOff: () => phoneAction(),
  startJob: () => phoneAction(),
  pauseJob: () => ({ ...phoneAction(), reason: 'access' }),
  resumeJob: () => phoneAction(),
  finishJob: () => phoneAction(),
  runLate: () => ({ ...phoneAction(), new_eta: '2026-11-28T10:00:00Z' }),
  tickLoaded: () => ({ ...phoneAction(), item: 0, loaded: true }),
  sendVanHome: () => ({ ...phoneAction(), van: 2 }),
  reachStop: () => ({ ...phoneAction(), stop: 0 }),
  recordCash: () => ({ ...phoneAction(), due_pence: 9600, taken_pence: 9600 }),
  disputeCash: () => undefined,
  sendPosition: () => ({ lat: 51.5, lng: -0.1, at: '2026-11-28T08:00:00Z' }),
  addDayPhotos: ({ photosId }) => ({ ...phoneAction(), stage: 'before', photos_id: photosId }),
  agreeToStart: () => ({ started_at: '2026-11-28T08:30:00Z' }),
  correctTime: () => ({ seq: 1, happened_at: '2026-11-28T08:30:00Z', why: 'We were carrying.' }),
  answerCorrection: ({ unitId }) => ({ correction_id: unitId, agree: true }),
  confirmHours: () => undefined,
  verifyRecord: () => ({ record: '{}' }),
  createContentPage: () => ({ slug: `a${crypto.randomUUID()}`, parent_id: null, order: 0, ...aText }),
  saveContentDraft: () => ({ from_version: 1, ...aText }),
  restoreContentVersion: () => ({ from_version: 1 }),
  publishContent: () => ({ version: 1 }),
  unscheduleContent: () => ({ version: 1 }),
  withdrawContentPage: () => undefined,
  bringBackContentPage: () => undefined,
  renameContentPage: () => ({ slug: 'another-slug' }),
  placeContentPage: () => ({ parent_id: null, order: 1 }),
  drawContent: () => ({ body: 'Some *words*.' }),
  previewContent: () => ({ version: 1 }),
  previewSetting: () => ({ change: aRaise }),
  changeSetting: () => ({ version: 77, change: aRaise }),
  withdrawSetting: () => ({ version: 0 }),
  checkSetting: () => ({ version: 0, check_by: '2030-01-01' }),
  decideDayQuestion: () => ({ decision: 'keep_changed', reason: 'It was off.' }),
  decidePerson: ({ personVersion: version }) => ({ version, decision: 'approve', expires_on: null }),
  saveVan: () => theVan,
  addVan: () => theVan,
  addVacation: () => ({ start_time: '2027-03-01', end_time: '2027-03-05' }),
}

export const aText = {
  name: 'Boxes',
  title: 'How many boxes',
  description: 'About boxes.',
  search_description: 'How many boxes a room, a flat and a house need, and where to have them from without paying.',
  body: 'Ten for a *room*.',
  facts: { kind: 'service', not_yet: null },
  picture_id: null,
}

const aRaise = {
  part: 'road_charges',
  zone: 'birmingham',
  vehicle_classes: ['noncompliant'],
  amount_pence: 1000,
  from_day: '2028-01-01',
  check_by: '2029-01-01',
  source: 'The council',
}

const phoneAction = () => ({ action_key: crypto.randomUUID(), happened_at: '2026-11-28T09:00:00Z' })

/** As company 1 has it, so that saving it changes no promise. */
const theVan = {
  registration: 'LK72 VNF',
  make: 'Ford',
  model: 'Transit',
  category: 'large_van',
  fuel: 'electric',
  year: 2025,
}

const queries: Record<string, object> = {
  // The week of customer 1's booking.
  getSchedule: { from: '2026-11-23' },
  getRebookPrice: { date: '2026-12-15', time: '09:00' },
  suggestPlaces: { text: 'Walthamstow' },
  isUlezCharged: { postcode: 'E17 4QH' },
  getLinkedPhoto: { pass: 'nobody has this one' },
  checkEnds: { from: 'E17 4QH', to: 'BN1 4QL' },
  getRouteMap: { points: 'E17 4QH,BN1 4QL' },
  getEarnings: { district: 'E17', van_category: 'large_van' },
  getFromPrice: { from: 'E17', to: 'BN1' },
  findCustomers: { q: 'nobody at all' },
  previewBillingMonth: { month: '2026-10' },
  previewBillingDocument: { kind: 'invoice', start_date: '01/11/2026', end_date: '30/11/2026' },
  findPeople: { q: 'nobody at all' },
  findBookings: { q: 'nobody at all' },
  exportPeople: { q: 'nobody at all' },
  exportBookings: { q: 'nobody at all' },
  downloadAllStatements: { start_date: '01/11/2026', end_date: '30/11/2026' },
  downloadAllInvoices: { start_date: '01/11/2026', end_date: '30/11/2026' },
  downloadAllSalesCredits: { start_date: '01/11/2026', end_date: '30/11/2026' },
  getFigures: { start_date: '01/11/2026', end_date: '2026-11-30' },
  getPreview: { token: 'nobody-has-this-one' + 'x'.repeat(24) },
  getSources: { start_date: '01/11/2026', end_date: '2026-11-30' },
  getUnmetSearches: { start_date: '01/11/2026', end_date: '2026-11-30' },
  exportFigures: { start_date: '01/11/2026', end_date: '2026-11-30', table: 'money' },
}

const forms: Record<string, (stock: Stock) => Part[]> = {
  uploadPhotos: ({ picture }) => [{ content: picture }],
  uploadContentPicture: ({ picture }) => [field('alt', 'A van by the sea.'), { name: 'image', content: picture }],
  uploadLogo: ({ picture }) => [{ name: 'logo', content: picture }],
  addCompanyPhotos: ({ picture }) => [{ content: picture }],
  uploadUnitDocument: ({ picture }) => documentParts('right_to_work', picture),
  uploadPersonPhoto: ({ picture }) => [{ name: 'photo', content: picture }],
  submitPersonCheck: ({ picture }) => [
    field('method', 'other_document'),
    { name: 'files', filename: 'permit.jpg', content: picture },
  ],
  uploadCompanyDocument: ({ picture }) => [
    ...documentParts('public_liability', picture),
    field('expires_on', '2028-01-01'),
  ],
}

const field = (name: string, content: string): Part => ({
  content,
  head: `Content-Disposition: form-data; name="${name}"\r\n`,
})
const documentParts = (kind: string, picture: Buffer): Part[] => [
  field('kind', kind),
  { name: 'files', filename: 'document.jpg', content: picture },
]

/** What a request says, before it is written down as HTTP. */
export interface RequestParts {
  params: Params
  query: object
  body?: unknown
  /** Of a multipart body. */
  form?: Part[]
}

/** What its owner would send: everything in it is real, so that only who asks decides. */
export function realParts(endpoint: Endpoint, stock: Stock, params = realParams(endpoint, stock)): RequestParts {
  const { id, body } = endpoint
  const parts = { params, query: queries[id] ?? {} }
  if (body === 'multipart') {
    const form = forms[id]?.(stock)
    if (!form) throw new Error(`Nothing is known to upload to ${id}: add it to real-requests.ts`)
    return { ...parts, form }
  }
  return body ? { ...parts, body: bodies[id]?.(stock) ?? sampleOf(schemaOf(body)) } : parts
}

/** The same as HTTP. */
export function realRequest(endpoint: Endpoint, stock: Stock, params?: Params): InjectOptions {
  const { params: given, query, body, form } = realParts(endpoint, stock, params)
  const request = { method: endpoint.method, url: pathOf(endpoint, { params: given, query }) } as const
  if (form) return { ...request, headers: { 'content-type': multipartType }, payload: multipartBody(form) }
  return body === undefined ? request : { ...request, payload: body as object }
}

/** The same request about things that were never there. */
export function unrealRequest(endpoint: Endpoint, stock: Stock): InjectOptions {
  const params = realParams(endpoint, stock)
  const unreal = Object.fromEntries(Object.keys(params).map((key) => [key, crypto.randomUUID()]))
  return realRequest(endpoint, stock, unreal)
}
