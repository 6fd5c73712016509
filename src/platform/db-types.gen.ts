// Written by scripts/db-types.ts from db/migrations; do not edit.

import type { Generated, GeneratedAlways } from 'kysely'
import type { DefaultedJsonColumn, JsonColumn } from './json-columns.ts'

export interface AuditEntry {
  id: GeneratedAlways<number>
  at: Date
  actorId: string | null
  actorKind: 'customer' | 'driver' | 'hired' | 'admin' | 'bookingToken' | 'system'
  action: string
  object: string
  before: JsonColumn<'audit.entry.before' | null>
  after: JsonColumn<'audit.entry.after' | null>
}

export interface BillingCardDue {
  bookingId: string
  since: Date
  amountPence: number
}

export interface BillingCommissionToCredit {
  entryId: string | null
  at: Date | null
  day: string | null
  bookingId: string | null
  companyId: string | null
  unitId: string | null
  documentId: string | null
  documentKind: string | null
  reference: string | null
  reason: string | null
  invoiceSheetId: string | null
  invoiceTaxYear: string | null
  invoiceNumber: number | null
  invoiceDate: string | null
  netPence: number | null
  vatPence: number | null
}

export interface BillingCorrectionCheck {
  documentId: string
  entries: number
  confirmedBy: string
  confirmedAt: Date
}

export interface BillingDelivery {
  documentId: string
  sheetId: string
  version: number
  recipient: string
  at: Date
}

export interface BillingDocument {
  id: string
  kind: 'statement' | 'invoice' | 'sales_credit'
  startDay: string
  endDay: string
  unitId: string | null
  customerId: string | null
  status: Generated<'draft' | 'saved'>
  version: Generated<number>
  madeAt: Date
  madeBy: string | null
  savedAt: Date | null
  savedBy: string | null
}

export interface BillingEntry {
  id: string
  cause: string
  kind: 'booking' | 'cancellation' | 'share' | 'compensation' | 'correction' | 'reversal' | 'charge' | 'refund'
  at: Date
  day: string
  bookingId: string | null
  companyId: string | null
  unitId: string | null
  customerId: string | null
  documentId: string | null
  documentKind: 'statement' | 'invoice' | 'sales_credit' | null
  reverses: string | null
  actorId: string | null
  about: JsonColumn<'billing.entry.about'>
}

export interface BillingLineQuery {
  id: string
  documentId: string
  entryId: string
  companyId: string
  text: string
  askedBy: string | null
  askedAt: Date
  answer: string | null
  answeredBy: string | null
  answeredAt: Date | null
}

export interface BillingPosting {
  entryId: string
  position: number
  account: 'customer' | 'mover' | 'company' | 'commission' | 'vat' | 'adjustments' | 'money'
  what: 'price' | 'paid_to_mover' | 'commission' | 'vat' | 'compensation' | 'correction' | 'charge' | 'refund'
  amountPence: number
}

export interface BillingRun {
  id: string
  startDay: string
  endDay: string
  saves: boolean
  sends: boolean
  state: 'running' | 'stopped' | 'done'
  startedAt: Date
  startedBy: string
  changedAt: Date
  changedBy: string
  endedAt: Date | null
}

export interface BillingRunStep {
  runId: string
  place: number
  kind: 'statement' | 'invoice' | 'sales_credit'
  unitId: string | null
  customerId: string | null
  state: Generated<'waiting' | 'made' | 'saved' | 'sent' | 'unaddressed' | 'no_data' | 'covered' | 'failed'>
  documentId: string | null
  reason: string | null
  at: Date | null
}

export interface BillingSeries {
  kind: 'statement' | 'invoice' | 'sales_credit' | 'commission_credit'
  taxYear: string
  last: number
}

export interface BillingSheet {
  id: string
  documentId: string
  kind: 'statement' | 'invoice' | 'sales_credit' | 'commission_credit'
  companyId: string | null
  customerId: string | null
  party: JsonColumn<'billing.sheet.party'>
  issuer: JsonColumn<'billing.sheet.issuer'>
  unitLines: DefaultedJsonColumn<'billing.sheet.unit_lines'>
  taxYear: string | null
  number: number | null
  entries: number
  grossPence: number
  heldByMoverPence: number
  commissionPence: number
  vatPence: number
  correctionsPence: number
  balancePence: number
  suppliers: DefaultedJsonColumn<'billing.sheet.suppliers'>
  edition: Generated<number>
}

export interface BillingSheetEntry {
  sheetId: string
  entryId: string
  kind: 'statement' | 'invoice' | 'sales_credit' | 'commission_credit'
  isSaved: Generated<boolean>
  isWaiting: Generated<boolean>
}

export interface BillingUnbilled {
  entryId: string
  kind: 'statement' | 'invoice' | 'sales_credit'
  day: string
  unitId: string | null
  customerId: string | null
}

export interface BookingsBooking {
  id: Generated<string>
  customerId: string
  companyId: string | null
  unitId: string | null
  quoteId: string | null
  status: Generated<'new_booking' | 'confirmed' | 'in_progress' | 'completed' | 'canceled_by_customer' | 'no_one_took' | 'not_taken_by_driver' | 'rejected'>
  isHot: Generated<boolean>
  awaitingVerification: Generated<boolean>
  allowHotJob: Generated<boolean>
  startAt: Date
  endAt: Date
  respondBy: Date | null
  paymentMethod: 'cash' | 'card'
  totalPence: number
  ceilingPence: number
  commissionablePence: number
  vatPence: Generated<number>
  lines: JsonColumn<'bookings.booking.lines'>
  move: JsonColumn<'bookings.booking.move'>
  work: JsonColumn<'bookings.booking.work'>
  routePoints: JsonColumn<'bookings.booking.route_points'>
  customerNote: Generated<string>
  photosId: string | null
  requestDigest: Buffer
  rebookRequestSent: Generated<boolean>
  hasFeedback: Generated<boolean>
  createdAt: Date
  version: Generated<number>
  companyTerms: JsonColumn<'bookings.booking.company_terms' | null>
  minimumTimePence: Generated<number>
  confirmedAt: Date | null
  reconfirmBy: Date | null
  reconfirmedAt: Date | null
  cancelledBy: 'customer' | 'driver' | 'office' | null
  rejectReason: string | null
  cancellationFeePence: Generated<number>
  finalPence: number | null
  extraLines: DefaultedJsonColumn<'bookings.booking.extra_lines'>
  byMover: Generated<boolean>
  madeBy: string | null
  specialPayMethod: 'cash' | 'card' | 'bank_transfer' | null
  isCongestionCharged: boolean | null
  claimedFeePence: number | null
  disputedAt: Date | null
  insteadOfId: string | null
  cancellation: DefaultedJsonColumn<'bookings.booking.cancellation'>
  cameFrom: JsonColumn<'bookings.booking.came_from' | null>
  duePence: number | null
  plan: JsonColumn<'bookings.booking.plan' | null>
  bookedTerms: JsonColumn<'bookings.booking.booked_terms' | null>
  feeFloorPence: Generated<number>
  freeUntil: Date | null
}

export interface BookingsBookingVan {
  bookingId: string
  van: number
  day: number
  unitId: string
  state: 'awaiting_verification' | 'hot' | 'new_booking' | 'confirmed' | 'in_progress' | 'completed' | 'canceled_by_customer' | 'no_one_took' | 'not_taken_by_driver' | 'rejected'
  during: string
  trips: number
  help: 'no_help' | 'driver_helps' | 'one_porter' | 'two_porters'
  items: JsonColumn<'bookings.booking_van.items' | null>
  lines: JsonColumn<'bookings.booking_van.lines' | null>
  totalPence: number | null
  commissionablePence: number | null
  minimumTimePence: number | null
  drivingMinutes: number | null
  dutyMinutes: number | null
  doneAt: Date | null
  doneWorkedMinutes: number | null
  doneWaitedMinutes: number | null
}

export interface BookingsCancellationLink {
  id: string
  bookingId: string
  claimedFeePence: number
  createdAt: Date
  expiresAt: Date
  answer: 'agreed' | 'denied' | null
  answeredAt: Date | null
}

export interface BookingsChange {
  id: string
  bookingId: string
  kind: 'item' | 'stop' | 'floor' | 'time' | 'other' | 'move'
  state: Generated<'open' | 'agreed' | 'refused' | 'withdrawn' | 'expired'>
  version: Generated<number>
  proposedBy: 'mover' | 'customer'
  awaits: 'mover' | 'customer'
  proposerId: string | null
  words: Generated<string>
  photosId: string | null
  label: string | null
  amountPence: number | null
  byRatesPence: number | null
  extraMinutes: number | null
  newStartAt: Date | null
  expiresAt: Date
  createdAt: Date
  answeredAt: Date | null
  consent: 'signed_in' | 'code' | 'link' | 'signed' | 'by_phone' | null
  move: JsonColumn<'bookings.change.move' | null>
}

export interface BookingsChangeCode {
  changeId: string
  phone: string
  mac: Buffer
  tries: number
  createdAt: Date
  expiresAt: Date
}

export interface BookingsClaim {
  bookingId: string
  companyId: string
  status: 'with_company' | 'with_office' | 'settled' | 'decided'
  askedPence: number
  madeAt: Date
  answerBy: Date
  answeredAt: Date | null
  acceptedPence: number | null
  answer: string | null
  decidedAt: Date | null
  decidedBy: string | null
  awardedPence: number | null
  decision: string | null
}

export interface BookingsClaimItem {
  bookingId: string
  position: number
  words: string
  askedPence: number
  photosId: string | null
}

export interface BookingsCrewMember {
  bookingId: string
  personId: string
  during: string
  position: number
  van: Generated<number>
}

export interface BookingsDay {
  bookingId: string
  setOffAt: Date | null
  startedAt: Date | null
  finishedAt: Date | null
  pausedAt: Date | null
  pauseReason: 'keys_not_released' | 'access' | 'other' | null
  waitedSeconds: Generated<number>
  pausedSeconds: Generated<number>
  lateEta: Date | null
  sharesPosition: Generated<boolean>
  loaded: Generated<number[]>
  hours: Generated<'open' | 'disputed' | 'confirmed'>
  hoursBy: 'customer' | 'silence' | 'office' | null
  hoursAt: Date | null
  billedMinutes: number | null
  remindedFor: Date | null
  lateToldFor: Date | null
  freeToldFor: Date | null
  confirmBy: Date | null
  arrivals: DefaultedJsonColumn<'bookings.day.arrivals'>
  cashState: Generated<'open' | 'recorded' | 'disputed' | 'decided'>
  cashPence: number | null
  cashAt: Date | null
  earlyFrom: Date | null
  earlyWaitedSeconds: Generated<number>
  earlyPausedSeconds: Generated<number>
  provedStartAt: Date | null
  isStartDoubted: Generated<boolean>
}

export interface BookingsDayAction {
  bookingId: string
  actionKey: string
  unitId: string
  kind: string
  requestDigest: Buffer
  isConflict: boolean
  at: Date
  network: string | null
}

export interface BookingsDayCorrection {
  id: string
  bookingId: string
  seq: number
  proposalSeq: number
  proposedBy: 'mover' | 'customer'
  fromAt: Date
  toAt: Date
  state: Generated<'open' | 'agreed' | 'refused' | 'withdrawn' | 'expired'>
  createdAt: Date
  expiresAt: Date
  answeredAt: Date | null
}

export interface BookingsDayDeadlines {
  bookingId: string
  queuedAt: Date
}

export interface BookingsDayDetail {
  bookingId: string
  seq: number
  salt: Buffer | null
  payload: JsonColumn<'bookings.day_detail.payload' | null>
  actorId: string | null
}

export interface BookingsDayEntry {
  bookingId: string
  seq: number
  kind: string
  who: 'driver' | 'hired' | 'customer' | 'link' | 'office' | 'system'
  at: Date
  happenedAt: Date
  isShifted: boolean
  isConflict: boolean
  payloadDigest: Buffer
  prevDigest: Buffer
  digest: Buffer
}

export interface BookingsDayPhoto {
  id: string
  bookingId: string
  stage: 'before' | 'after'
  uploadId: string
  fileId: string
  digest: Buffer
  at: Date
}

export interface BookingsDayQuestion {
  id: string
  bookingId: string
  unitId: string | null
  kind: 'not_started' | 'not_finished' | 'hours' | 'conflict' | 'cash' | 'reported'
  askedAt: Date
  text: string | null
  minutes: number | null
  decidedAt: Date | null
  decidedBy: string | null
  decision: string | null
  reason: string | null
}

export interface BookingsEarlyStartLink {
  id: string
  bookingId: string
  startedAt: Date
  mostPence: number
  createdAt: Date
  expiresAt: Date
}

export interface BookingsEvent {
  id: GeneratedAlways<number>
  bookingId: string
  at: Date
  kind: string
  actorKind: 'customer' | 'driver' | 'hired' | 'admin' | 'bookingToken' | 'system'
  actorId: string | null
  unitId: string | null
  reason: string | null
  data: DefaultedJsonColumn<'bookings.event.data'>
}

export interface BookingsHotOffer {
  bookingId: string
  unitId: string
}

export interface BookingsKeysLink {
  bookingId: string
  createdAt: Date
  releasedAt: Date | null
  id: Generated<string>
  forName: string | null
  madeBy: 'customer' | 'mover' | null
  withdrawnAt: Date | null
}

export interface BookingsLateWarning {
  bookingId: string
  becauseOf: string
  likelyStartAt: Date
  toldAt: Date
}

export interface BookingsLostJob {
  bookingId: string
  unitId: string
  startAt: Date
  status: 'rejected' | 'not_taken_by_driver'
  reason: string | null
  at: Date
}

export interface BookingsMessage {
  id: string
  bookingId: string
  companyId: string
  side: 'customer' | 'company'
  authorId: string
  text: string
  photosId: string | null
  at: Date
  removedAt: Date | null
}

export interface BookingsMessageReport {
  id: string
  messageId: string
  reporterId: string
  reason: string
  at: Date
  decision: 'leave' | 'remove' | null
  decisionReason: string | null
  decidedAt: Date | null
  decidedBy: string | null
}

export interface BookingsNewBookingLink {
  id: string
  bookingId: string
  unitId: string
  userId: string
  answer: 'agreed' | 'refused' | null
  createdAt: Date
  totalPence: number
}

export interface BookingsOfferedTimeLink {
  id: string
  changeId: string
  version: number
  createdAt: Date
}

export interface BookingsPhoneContact {
  sessionId: string
  at: Date
}

export interface BookingsRebooking {
  bookingId: string
  unitId: string
  status: 'open' | 'confirmed' | 'declined' | 'expired'
  startAt: Date
  endAt: Date
  askedAt: Date
  respondBy: Date
  closedAt: Date | null
  quote: JsonColumn<'bookings.rebooking.quote' | null>
  newBookingId: string | null
}

export interface BookingsScreenCode {
  mac: Buffer
  bookingId: string
  expiresAt: Date
  network: string | null
  textMac: Buffer | null
  textPhone: string | null
  textTries: Generated<number>
  textExpiresAt: Date | null
}

export interface BookingsThread {
  bookingId: string
  customerId: string
  companyId: string
  lastMessageId: string
  lastAt: Date
  customerUnread: Generated<number>
  companyUnread: Generated<number>
  customerReadAt: Date | null
  companyReadAt: Date | null
}

export interface BookingsVanPart {
  bookingId: string | null
  unitId: string | null
  van: number | null
  startAt: Date | null
  endAt: Date | null
  trips: number | null
  help: string | null
  share: unknown
  drivingMinutes: number | null
  dutyMinutes: number | null
}

export interface BookingsVanPosition {
  bookingId: string
  lat: number
  lng: number
  at: Date
}

export interface CalendarAvailability {
  id: Generated<string>
  unitId: string
  day: string
  freeHours: number
  hoursWhenWorked: number | null
}

export interface CalendarBusinessDay {
  unitId: string
  dayOfWeek: number
  startMinute: Generated<number>
  endMinute: Generated<number>
  dayOff: Generated<boolean>
  nightEndMinute: number | null
}

export interface CalendarFeed {
  unitId: string
  version: Generated<number>
  isOn: Generated<boolean>
  changedAt: Date
}

export interface CalendarHold {
  id: Generated<string>
  unitId: string
  bookingId: string | null
  during: string
  startLat: number
  startLng: number
  endLat: number
  endLng: number
  startOutcode: string
  endOutcode: string
  heldFor: Generated<'booking' | 'offer'>
  offerId: string | null
  decideBy: Date | null
  drivingMinutes: number
  dutyMinutes: number
}

export interface CalendarUnitBooking {
  id: string | null
  unitId: string | null
  status: string | null
  startAt: Date | null
  endAt: Date | null
  respondBy: Date | null
  totalPence: number | null
  paymentMethod: string | null
  move: unknown
  work: unknown
  finalPence: number | null
  duePence: number | null
  specialPayMethod: string | null
  van: number | null
  day: number | null
  trips: number | null
  help: string | null
  share: unknown
  commissionablePence: number | null
  toTakePence: number | null
  drivingMinutes: number | null
  dutyMinutes: number | null
  createdAt: Date | null
}

export interface CalendarVacation {
  id: Generated<string>
  unitId: string
  startDay: string
  endDay: string
}

export interface CompaniesBankAccount {
  id: Generated<string>
  companyId: string
  holder: string
  sealed: string
  sortCodeTail: string
  accountTail: string
  requestedBy: string
  requestedAt: Date
  confirmedAt: Date | null
  usableFrom: Date | null
}

export interface CompaniesCommission {
  id: Generated<string>
  companyId: string | null
  percent: number | null
  fromDay: string
  reason: string
  createdAt: Date
  createdBy: string | null
  withdrawnAt: Date | null
  withdrawnBy: string | null
}

export interface CompaniesCompany {
  id: Generated<string>
  name: string
  ownerUserId: string | null
  about: Generated<string>
  logoUrl: string | null
  markColour: Generated<'green' | 'blue' | 'brown' | 'red' | 'ink'>
  basePostcode: string | null
  basePlace: Generated<string>
  paymentMethods: Generated<('cash' | 'card')[]>
  vatRegisteredFrom: string | null
  vatNumber: string | null
  rating: number | null
  reviewsCount: Generated<number>
  createdAt: Date
  legalName: string | null
  companyNumber: string | null
  registeredAddress: string | null
  insuranceNumber: string | null
  logoUploadId: string | null
  coverPence: number | null
  coverPerItemPence: number | null
  vatDeregisteredFrom: string | null
  taxNumber: string | null
  dateOfBirth: string | null
  givesCompanyPhone: Generated<boolean>
  changesAtOnce: Generated<boolean>
}

export interface CompaniesCompletedJob {
  companyId: string | null
}

export interface CompaniesEarlierVat {
  companyId: string
  number: string
  registeredFrom: string
  untilDay: string
}

export interface CompaniesNotificationSetting {
  companyId: string
  event: 'new_booking' | 'booking_changed' | 'booking_reminder' | 'hot_job' | 'new_message' | 'review_received' | 'document_expiry' | 'verification' | 'statement_ready'
  channel: 'email' | 'sms' | 'push'
  isOn: boolean
}

export interface CompaniesPhoto {
  id: Generated<string>
  companyId: string
  uploadId: string
  position: number
  caption: Generated<string>
  createdAt: Date
}

export interface CompaniesReliability {
  companyId: string | null
  reliability: number | null
  replyMinutes: number | null
}

export interface ContentFormerSlug {
  kind: string
  slug: string
  pageId: string
}

export interface ContentListedCompany {
  companyId: string
  place: GeneratedAlways<number>
  isListed: boolean
  digest: Buffer
  changedAt: Date | null
}

export interface ContentLocationFigures {
  pageId: string
  countedAt: Date
  figures: JsonColumn<'content.location_figures.figures'>
}

export interface ContentPage {
  id: Generated<string>
  kind: 'service' | 'location' | 'article' | 'root'
  slug: string
  parentId: string | null
  place: Generated<number>
  withdrawnAt: Date | null
  createdAt: Date
  changedAt: Date
}

export interface ContentPicture {
  id: Generated<string>
  uploadId: string
  alt: string
  width: number
  height: number
  createdAt: Date
  createdBy: string | null
}

export interface ContentPreview {
  digest: Buffer
  versionId: string
  until: Date
}

export interface ContentVersion {
  id: Generated<string>
  pageId: string
  number: number
  name: string
  title: string
  description: string
  searchDescription: string
  body: string
  words: number
  facts: JsonColumn<'content.version.facts'>
  pictureId: string | null
  restoredFrom: number | null
  createdAt: Date
  createdBy: string | null
  publishedAt: Date | null
  publishedBy: string | null
}

export interface FiguresCounted {
  isOnly: Generated<boolean>
  until: Date | null
}

export interface FiguresDay {
  day: string
  made: number
  madePence: number
  confirmed: number
  completed: number
  cancelled: number
  accepted: number
  declined: number
  unanswered: number
  hot: number
  hotTaken: number
  untaken: number
  settledPence: number
  commissionPence: number
}

export interface FiguresReply {
  day: string
  minutes: number
  replies: number
}

export interface FilesFile {
  id: Generated<string>
  uploadId: string | null
  position: Generated<number>
  storageKey: string
  contentType: string
  bytes: number
  width: number | null
  height: number | null
  originalName: string | null
  createdAt: Date
  page: Generated<number>
}

export interface FilesUpload {
  id: string
  addressDigest: Buffer
  createdAt: Date
  attachedAt: Date | null
}

export interface FleetDocument {
  id: Generated<string>
  companyId: string
  unitId: string | null
  kind: 'v5c' | 'mot' | 'hire_and_reward' | 'right_to_work' | 'driving_licence' | 'goods_in_transit' | 'public_liability' | 'operator_licence' | 'tachograph'
  number: string | null
  expiresOn: string | null
  uploadId: string | null
  status: Generated<'pending' | 'approved' | 'refused' | 'cancelled' | 'replaced'>
  reason: string | null
  submittedAt: Date
  decidedAt: Date | null
  decidedBy: string | null
  warnedAt: Date | null
  endedToldAt: Date | null
  coverPence: number | null
  coverPerItemPence: number | null
  ticks: JsonColumn<'fleet.document.ticks' | null>
}

export interface FleetHeldBooking {
  unitId: string | null
  during: string | null
  id: string | null
  status: string | null
  startAt: Date | null
  endAt: Date | null
  respondBy: Date | null
  totalPence: number | null
  work: unknown
}

export interface FleetOfficeDecision {
  id: Generated<string>
  companyId: string
  unitId: string | null
  personId: string | null
  kind: 'documents' | 'person' | 'blocked' | 'deactivated' | 'lifted' | 'appeal_upheld'
  detail: JsonColumn<'fleet.office_decision.detail'>
  scope: JsonColumn<'fleet.office_decision.scope'>
  before: JsonColumn<'fleet.office_decision.before' | null>
  after: JsonColumn<'fleet.office_decision.after' | null>
  uploads: Generated<string[]>
  decidedAt: Date
  decidedBy: string | null
  undoUntil: Date
  undoneAt: Date | null
  toldAt: Date | null
}

export interface FleetOfficeLook {
  userId: string
  subjectId: string
  at: Date
}

export interface FleetOperatingDistrict {
  unitId: string
  district: string
}

export interface FleetPerson {
  id: Generated<string>
  companyId: string
  firstName: string
  lastName: string
  photoUploadId: string | null
  checkedFirstName: string | null
  checkedLastName: string | null
  checkedPhotoUploadId: string | null
  waitsSince: Date | null
  refusal: string | null
  version: Generated<number>
  createdAt: Date
}

export interface FleetPersonCheck {
  id: Generated<string>
  personId: string
  method: 'share_code' | 'british_or_irish_passport' | 'other_document'
  sealed: string | null
  uploadId: string | null
  expiresOn: string | null
  status: Generated<'pending' | 'approved' | 'refused' | 'cancelled' | 'replaced'>
  reason: string | null
  submittedAt: Date
  decidedAt: Date | null
  decidedBy: string | null
  warnedAt: Date | null
  endedToldAt: Date | null
}

export interface FleetPersonJob {
  personId: string | null
  endsAt: Date | null
}

export interface FleetPersonTime {
  personId: string | null
  during: string | null
}

export interface FleetUnitDay {
  unitId: string | null
  dayOfWeek: number | null
  startMinute: number | null
  endMinute: number | null
  dayOff: boolean | null
  nightEndMinute: number | null
}

export interface FleetUnitDriver {
  unitId: string
  email: string | null
  firstName: string | null
  digest: Buffer | null
  mayAnswer: boolean
  invitedAt: Date
  expiresAt: Date
  userId: string | null
  joinedAt: Date | null
}

export interface FleetUnitPerson {
  unitId: string
  personId: string
}

export interface FleetUnitVacation {
  id: string | null
  unitId: string | null
  startDay: string | null
  endDay: string | null
}

export interface FleetVan {
  unitId: string
  category: 'small_van' | 'medium_van' | 'large_van' | 'luton_van'
  make: string
  model: string
  registration: string
  hasTailLift: Generated<boolean>
  fuel: 'diesel' | 'petrol' | 'electric' | 'hybrid'
  euroClass: number | null
  year: number | null
  grossWeightKg: number | null
  payloadKg: number | null
  kerbWeightKg: number | null
  approvedAt: Date | null
  heldPlate: string | null
}

export interface FleetVanDeclaration {
  unitId: string
  id: Generated<string>
  registration: string
  make: string
  model: string
  category: 'small_van' | 'medium_van' | 'large_van' | 'luton_van'
  hasTailLift: boolean
  fuel: 'diesel' | 'petrol' | 'electric' | 'hybrid'
  euroClass: number | null
  year: number | null
  grossWeightKg: number | null
  kerbWeightKg: number | null
  payloadKg: number | null
  status: Generated<'pending' | 'approved' | 'refused'>
  reason: string | null
  submittedAt: Date
  decidedAt: Date | null
  decidedBy: string | null
}

export interface FleetWorkingUnit {
  id: Generated<string>
  companyId: string
  name: string
  status: Generated<'not_ready_for_a_job' | 'pending_verification' | 'verification_failed' | 'verification_completed' | 'ready_to_start' | 'operating' | 'insurance_expires_soon' | 'blocked' | 'deactivated_by_you' | 'deactivated'>
  statusReason: string | null
  jobKinds: Generated<('home_or_office' | 'furniture')[]>
  helpLevels: Generated<('no_help' | 'driver_helps' | 'one_porter' | 'two_porters')[]>
  version: Generated<number>
  createdAt: Date
  pausedAt: Date | null
  officeBlock: 'blocked' | 'deactivated' | null
  officeReason: string | null
  officeAt: Date | null
  officeBy: string | null
  appeal: string | null
  appealedAt: Date | null
  areaBasePostcode: string | null
  areaRadiusMetres: number | null
  peopleUntil: Generated<string[]>
  peopleGraceUntil: string | null
  papersUntil: Generated<string>
  appealAnswer: string | null
  appealAnsweredAt: Date | null
  isCoverUntold: Generated<boolean>
  confirmsFromHours: number | null
}

export interface GeoImport {
  id: GeneratedAlways<number>
  sourceKind: 'code_point_open' | 'onspd' | 'nspl'
  vintage: string
  rowCount: number
  locatedCount: number
  hasNorthernIreland: boolean
  attribution: string
  importedAt: Date
  areas: Generated<string[]>
}

export interface GeoPostcode {
  postcode: string
  lat: number | null
  lng: number | null
  districtCode: string | null
  countryCode: string | null
}

export interface GeoToll {
  id: Generated<string>
  code: string
  name: string
  gates: JsonColumn<'geo.toll.gates'>
  isOneWay: boolean
  water: JsonColumn<'geo.toll.water'>
  nearKm: number
  road: JsonColumn<'geo.toll.road' | null>
  charges: JsonColumn<'geo.toll.charges'>
  fromDay: string
  toDay: string | null
  checkBy: string
  source: string
  version: Generated<number>
  createdAt: Date | null
  createdBy: string | null
  withdrawnAt: Date | null
  withdrawnBy: string | null
  checkedAt: Date | null
  checkedBy: string | null
}

export interface GeoZone {
  id: Generated<string>
  code: string
  name: string
  kind: 'charge' | 'ban'
  nation: 'england' | 'wales' | 'scotland' | 'northern_ireland'
  authorities: string[]
  inside: string[]
  mostlyInside: string[]
  hardlyInside: string[]
  outline: JsonColumn<'geo.zone.outline' | null>
  edgeMetres: number
  edgeMinutes: number
  fromDay: string
  toDay: string | null
  source: string
  checkBy: string
  version: Generated<number>
}

export interface IdentityKnownDevice {
  userId: string
  digest: Buffer
  lastUsedAt: Date
  kind: 'device' | 'network' | 'shared' | null
  firstUsedAt: Date | null
}

export interface IdentityLoginGuard {
  digest: Buffer
  tries: number
  blockedUntil: Date | null
  lastTriedAt: Date
}

export interface IdentityMessageSetting {
  userId: string
  event: 'booking_updates' | 'move_reminders' | 'review_requests' | 'new_messages' | 'job_offered' | 'job_confirmed' | 'job_changed' | 'job_reminder' | 'job_question' | 'job_message'
  channel: 'email' | 'sms' | 'push'
  isOn: boolean
}

export interface IdentityOneTimeToken {
  digest: Buffer
  userId: string
  purpose: 'verify_email' | 'reset_password' | 'booking' | 'delete_account' | 'change_email' | 'change_phone' | 'bank_account' | 'login'
  data: DefaultedJsonColumn<'identity.one_time_token.data'>
  createdAt: Date
  expiresAt: Date
  usedAt: Date | null
}

export interface IdentityPhoneCode {
  userId: string
  phone: string
  mac: Buffer
  tries: Generated<number>
  createdAt: Date
  expiresAt: Date
  guesses: DefaultedJsonColumn<'identity.phone_code.guesses'>
}

export interface IdentityRecoveryCode {
  userId: string
  digest: Buffer
  usedAt: Date | null
  madeAt: Date
}

export interface IdentityRefreshToken {
  digest: Buffer
  sessionId: string
  createdAt: Date
  expiresAt: Date
  replacedAt: Date | null
  successor: string | null
}

export interface IdentitySavedAddress {
  id: Generated<string>
  userId: string
  label: string
  postcode: string
  formattedAddress: string | null
  flatAndHouse: string | null
  stairs: Generated<number>
  contactName: string | null
  contactNumber: string | null
  createdAt: Date
}

export interface IdentitySession {
  id: Generated<string>
  userId: string
  createdAt: Date
  lastUsedAt: Date
  expiresAt: Date
  revokedAt: Date | null
  userAgent: string | null
}

export interface IdentityStartCode {
  bookingDigest: Buffer
  phone: string
  mac: Buffer
  tries: Generated<number>
  createdAt: Date
  expiresAt: Date
}

export interface IdentityTwoStep {
  userId: string
  secret: string
  createdAt: Date
  confirmedAt: Date | null
  lastStep: Generated<number>
}

export interface IdentityUser {
  id: Generated<string>
  userRole: 'customer' | 'driver' | 'admin'
  email: string
  emailKey: string
  emailVerifiedAt: Date | null
  passwordHash: string
  firstName: string
  lastName: string | null
  phone: string | null
  phoneVerifiedAt: Date | null
  status: Generated<'active' | 'blocked' | 'pending_delete' | 'deleted'>
  statusReason: string | null
  isDemonstration: Generated<boolean>
  createdAt: Date
  companyName: string | null
  eraseAt: Date | null
  erasedAt: Date | null
  openedBy: Generated<'email' | 'phone' | 'invitation'>
  staffRole: 'owner' | 'billing' | 'support' | 'editor' | null
}

export interface NotificationsAttachment {
  mailId: string
  position: number
  name: string
  contentType: 'text/html' | 'text/plain' | 'text/calendar' | 'application/pdf'
  content: string
}

export interface NotificationsMessage {
  id: Generated<string>
  channel: 'email' | 'sms' | 'push'
  recipient: string
  subject: Generated<string>
  text: string
  html: string | null
  kind: string
  subjectId: string | null
  createdAt: Date
  sentAt: Date | null
  failedAt: Date | null
  attempts: Generated<number>
  lastError: string | null
  holdsSecret: Generated<boolean>
  path: string | null
  deviceId: string | null
}

export interface NotificationsOpenDevice {
  id: string | null
  userId: string | null
  endpoint: string | null
  publicKey: Buffer | null
  auth: Buffer | null
  expiresAt: Date | null
}

export interface NotificationsPushDevice {
  id: string
  userId: string
  sessionId: string
  endpoint: string
  publicKey: Buffer
  auth: Buffer
  createdAt: Date
}

export interface PlatformClock {
  onlyOne: Generated<boolean>
  aheadMs: number
}

export interface PlatformIdempotency {
  scope: string
  key: string
  digest: Buffer
  status: number | null
  body: JsonColumn<'platform.idempotency.body' | null>
  createdAt: Date
}

export interface PlatformJobProgress {
  jobId: string
  name: string
  done: number
  total: number
  saidAt: Date
}

export interface PlatformMigration {
  name: string
  checksum: string
  appliedAt: Generated<Date>
}

export interface PlatformRateWindow {
  name: string
  key: string
  used: number
  endsAt: Date
}

export interface PlatformSecretKey {
  name: string
  firstUsedAt: Date
  retiredAt: Date | null
}

export interface PricingCancellationPolicy {
  id: Generated<string>
  freeUntilHours: number
  partUntilHours: number
  partPercent: number
  fromDay: string
  reason: string
  createdAt: Date
  createdBy: string | null
  withdrawnAt: Date | null
  withdrawnBy: string | null
}

export interface PricingHourlyRate {
  companyId: string
  vanCategory: 'small_van' | 'medium_van' | 'large_van' | 'luton_van'
  helpLevel: 'no_help' | 'driver_helps' | 'one_porter' | 'two_porters'
  pencePerHour: number
}

export interface PricingPastTerms {
  companyId: string
  endedAt: Date
  terms: JsonColumn<'pricing.past_terms.terms'>
  tariff: JsonColumn<'pricing.past_terms.tariff' | null>
}

export interface PricingRoadCharge {
  id: Generated<string>
  zone: string
  vehicleClass: 'noncompliant' | 'heavy_noncompliant' | 'electric' | 'other'
  amountPence: number | null
  hours: JsonColumn<'pricing.road_charge.hours'>
  fromDay: string
  toDay: string | null
  source: string
  label: string
  checkBy: string
  version: Generated<number>
  createdAt: Date | null
  createdBy: string | null
  withdrawnAt: Date | null
  withdrawnBy: string | null
  checkedAt: Date | null
  checkedBy: string | null
}

export interface PricingTariff {
  companyId: string
  minimumMinutes: Generated<number>
  minimumMinutesTwoPorters: Generated<number>
  includedMiles: Generated<number>
  pencePerMile: Generated<number>
  standardHours: DefaultedJsonColumn<'pricing.tariff.standard_hours'>
  outOfHoursPercent: Generated<number>
  waitingPencePerHalfHour: Generated<number>
  freeWaitingMinutes: Generated<number>
  terms: Generated<string>
  version: Generated<number>
  mileageSaved: Generated<boolean>
}

export interface QuotingKeptMove {
  id: Generated<string>
  linkDigest: Buffer | null
  codeMac: Buffer | null
  move: JsonColumn<'quoting.kept_move.move'>
  createdAt: Date
  expiresAt: Date
}

export interface QuotingOfferPage {
  id: string
  validUntil: Date
  startAt: Date
  endAt: Date
  move: JsonColumn<'quoting.offer_page.move'>
  work: JsonColumn<'quoting.offer_page.work'>
  quotes: JsonColumn<'quoting.offer_page.quotes'>
}

export interface QuotingOfficePlan {
  id: Generated<string>
  name: string
  phone: string
  ringFrom: Date
  ringUntil: Date
  move: JsonColumn<'quoting.office_plan.move'>
  createdAt: Date
  expiresAt: Date
  closedAt: Date | null
  closedBy: string | null
  outcome: 'booked' | 'not_reached' | 'not_wanted' | null
  bookingId: string | null
}

export interface QuotingSavedMove {
  id: Generated<string>
  userId: string
  name: string
  move: JsonColumn<'quoting.saved_move.move'>
  createdAt: Date
}

export interface QuotingSearch {
  createdAt: Date
  id: Generated<string>
  pickUpDistrict: string
  pickUpArea: string
  startAt: Date
  endAt: Date
  vanCategory: string
  helpLevel: string
  jobKind: string
  needTailLift: boolean
  metres: number
  places: JsonColumn<'quoting.search.places'>
  offers: number
  cheapestPence: number | null
  asked: Buffer
  outcomes: Buffer
  replay: JsonColumn<'quoting.search.replay' | null>
  cheapestCompany: string | null
  nextPence: number | null
}

export interface QuotingSearchHour {
  day: string
  hour: number
  searches: number
  withoutOffer: number
}

export interface QuotingUnitList {
  digest: Buffer
  unitIds: string[]
  lastDay: string
}

export interface QuotingUnmetSearch {
  day: string
  district: string
  hour: number
  searches: number
}

export interface ReviewsFigures {
  companyId: string
  finished: number
  started: number
  onTime: number
  priceKept: number
  cancelled: number
  lastCancelledAt: Date | null
  replies: number
  replyMinutes: number | null
  countedAt: Date
}

export interface ReviewsModeration {
  id: GeneratedAlways<number>
  reviewId: string
  at: Date
  officeUserId: string | null
  step: 'hidden' | 'restored'
  reason: string
  note: Generated<string>
}

export interface ReviewsRequest {
  bookingId: string
  askedAt: Date
  remindedAt: Date | null
}

export interface ReviewsReview {
  id: Generated<string>
  companyId: string
  bookingId: string | null
  authorName: string
  punctuality: number
  care: number
  value: number
  text: Generated<string>
  answer: string | null
  createdAt: Date
  answeredAt: Date | null
  hiddenAt: Date | null
  marks: GeneratedAlways<number>
  marksShort: GeneratedAlways<number>
  heldAt: Date | null
}

export interface SettingsPart {
  part: 'commission' | 'road_charges' | 'tolls' | 'cancellation'
  version: Generated<number>
}

export interface DB {
  'audit.entry': AuditEntry
  'billing.card_due': BillingCardDue
  'billing.commission_to_credit': BillingCommissionToCredit
  'billing.correction_check': BillingCorrectionCheck
  'billing.delivery': BillingDelivery
  'billing.document': BillingDocument
  'billing.entry': BillingEntry
  'billing.line_query': BillingLineQuery
  'billing.posting': BillingPosting
  'billing.run': BillingRun
  'billing.run_step': BillingRunStep
  'billing.series': BillingSeries
  'billing.sheet': BillingSheet
  'billing.sheet_entry': BillingSheetEntry
  'billing.unbilled': BillingUnbilled
  'bookings.booking': BookingsBooking
  'bookings.booking_van': BookingsBookingVan
  'bookings.cancellation_link': BookingsCancellationLink
  'bookings.change': BookingsChange
  'bookings.change_code': BookingsChangeCode
  'bookings.claim': BookingsClaim
  'bookings.claim_item': BookingsClaimItem
  'bookings.crew_member': BookingsCrewMember
  'bookings.day': BookingsDay
  'bookings.day_action': BookingsDayAction
  'bookings.day_correction': BookingsDayCorrection
  'bookings.day_deadlines': BookingsDayDeadlines
  'bookings.day_detail': BookingsDayDetail
  'bookings.day_entry': BookingsDayEntry
  'bookings.day_photo': BookingsDayPhoto
  'bookings.day_question': BookingsDayQuestion
  'bookings.early_start_link': BookingsEarlyStartLink
  'bookings.event': BookingsEvent
  'bookings.hot_offer': BookingsHotOffer
  'bookings.keys_link': BookingsKeysLink
  'bookings.late_warning': BookingsLateWarning
  'bookings.lost_job': BookingsLostJob
  'bookings.message': BookingsMessage
  'bookings.message_report': BookingsMessageReport
  'bookings.new_booking_link': BookingsNewBookingLink
  'bookings.offered_time_link': BookingsOfferedTimeLink
  'bookings.phone_contact': BookingsPhoneContact
  'bookings.rebooking': BookingsRebooking
  'bookings.screen_code': BookingsScreenCode
  'bookings.thread': BookingsThread
  'bookings.van_part': BookingsVanPart
  'bookings.van_position': BookingsVanPosition
  'calendar.availability': CalendarAvailability
  'calendar.business_day': CalendarBusinessDay
  'calendar.feed': CalendarFeed
  'calendar.hold': CalendarHold
  'calendar.unit_booking': CalendarUnitBooking
  'calendar.vacation': CalendarVacation
  'companies.bank_account': CompaniesBankAccount
  'companies.commission': CompaniesCommission
  'companies.company': CompaniesCompany
  'companies.completed_job': CompaniesCompletedJob
  'companies.earlier_vat': CompaniesEarlierVat
  'companies.notification_setting': CompaniesNotificationSetting
  'companies.photo': CompaniesPhoto
  'companies.reliability': CompaniesReliability
  'content.former_slug': ContentFormerSlug
  'content.listed_company': ContentListedCompany
  'content.location_figures': ContentLocationFigures
  'content.page': ContentPage
  'content.picture': ContentPicture
  'content.preview': ContentPreview
  'content.version': ContentVersion
  'figures.counted': FiguresCounted
  'figures.day': FiguresDay
  'figures.reply': FiguresReply
  'files.file': FilesFile
  'files.upload': FilesUpload
  'fleet.document': FleetDocument
  'fleet.held_booking': FleetHeldBooking
  'fleet.office_decision': FleetOfficeDecision
  'fleet.office_look': FleetOfficeLook
  'fleet.operating_district': FleetOperatingDistrict
  'fleet.person': FleetPerson
  'fleet.person_check': FleetPersonCheck
  'fleet.person_job': FleetPersonJob
  'fleet.person_time': FleetPersonTime
  'fleet.unit_day': FleetUnitDay
  'fleet.unit_driver': FleetUnitDriver
  'fleet.unit_person': FleetUnitPerson
  'fleet.unit_vacation': FleetUnitVacation
  'fleet.van': FleetVan
  'fleet.van_declaration': FleetVanDeclaration
  'fleet.working_unit': FleetWorkingUnit
  'geo.import': GeoImport
  'geo.postcode': GeoPostcode
  'geo.toll': GeoToll
  'geo.zone': GeoZone
  'identity.known_device': IdentityKnownDevice
  'identity.login_guard': IdentityLoginGuard
  'identity.message_setting': IdentityMessageSetting
  'identity.one_time_token': IdentityOneTimeToken
  'identity.phone_code': IdentityPhoneCode
  'identity.recovery_code': IdentityRecoveryCode
  'identity.refresh_token': IdentityRefreshToken
  'identity.saved_address': IdentitySavedAddress
  'identity.session': IdentitySession
  'identity.start_code': IdentityStartCode
  'identity.two_step': IdentityTwoStep
  'identity.user': IdentityUser
  'notifications.attachment': NotificationsAttachment
  'notifications.message': NotificationsMessage
  'notifications.open_device': NotificationsOpenDevice
  'notifications.push_device': NotificationsPushDevice
  'platform.clock': PlatformClock
  'platform.idempotency': PlatformIdempotency
  'platform.job_progress': PlatformJobProgress
  'platform.migration': PlatformMigration
  'platform.rate_window': PlatformRateWindow
  'platform.secret_key': PlatformSecretKey
  'pricing.cancellation_policy': PricingCancellationPolicy
  'pricing.hourly_rate': PricingHourlyRate
  'pricing.past_terms': PricingPastTerms
  'pricing.road_charge': PricingRoadCharge
  'pricing.tariff': PricingTariff
  'quoting.kept_move': QuotingKeptMove
  'quoting.offer_page': QuotingOfferPage
  'quoting.office_plan': QuotingOfficePlan
  'quoting.saved_move': QuotingSavedMove
  'quoting.search': QuotingSearch
  'quoting.search_hour': QuotingSearchHour
  'quoting.unit_list': QuotingUnitList
  'quoting.unmet_search': QuotingUnmetSearch
  'reviews.figures': ReviewsFigures
  'reviews.moderation': ReviewsModeration
  'reviews.request': ReviewsRequest
  'reviews.review': ReviewsReview
  'settings.part': SettingsPart
}
