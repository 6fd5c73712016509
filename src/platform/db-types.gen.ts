// Written by scripts/db-types.ts from db/migrations; do not edit.

import type { Generated, GeneratedAlways } from 'kysely'

export interface BookingsBooking {
  id: Generated<string>
  customer_id: string
  company_id: string | null
  unit_id: string | null
  quote_id: string
  status: Generated<string>
  is_hot: Generated<boolean>
  awaiting_verification: Generated<boolean>
  allow_hot_job: Generated<boolean>
  start_at: Date
  end_at: Date
  respond_by: Date | null
  payment_method: string
  total_pence: number
  ceiling_pence: number
  commissionable_pence: number
  vat_pence: Generated<number>
  lines: unknown
  move: unknown
  work: unknown
  route_points: unknown
  customer_note: Generated<string>
  photos_id: string | null
  request_digest: Buffer
  rebook_request_sent: Generated<boolean>
  has_feedback: Generated<boolean>
  created_at: Date
  version: Generated<number>
  company_terms: unknown
}

export interface BookingsEvent {
  id: GeneratedAlways<number>
  booking_id: string
  at: Date
  kind: string
  actor_kind: string
  actor_id: string | null
  unit_id: string | null
  reason: string | null
  data: Generated<unknown>
}

export interface CalendarAvailability {
  id: Generated<string>
  unit_id: string
  day: string
  free_hours: number
}

export interface CalendarBusinessDay {
  unit_id: string
  day_of_week: number
  start_minute: Generated<number>
  end_minute: Generated<number>
  day_off: Generated<boolean>
}

export interface CalendarFeed {
  unit_id: string
  version: Generated<number>
  is_on: Generated<boolean>
  changed_at: Date
}

export interface CalendarHold {
  id: Generated<string>
  unit_id: string
  booking_id: string | null
  during: string
  start_lat: number
  start_lng: number
  end_lat: number
  end_lng: number
  start_outcode: string
  end_outcode: string
  held_for: Generated<string>
  offer_id: string | null
  decide_by: Date | null
}

export interface CalendarVacation {
  id: Generated<string>
  unit_id: string
  start_day: string
  end_day: string
}

export interface CompaniesBankAccount {
  id: Generated<string>
  company_id: string
  holder: string
  sealed: string
  sort_code_tail: string
  account_tail: string
  requested_by: string
  requested_at: Date
  confirmed_at: Date | null
  usable_from: Date | null
}

export interface CompaniesCompany {
  id: Generated<string>
  name: string
  owner_user_id: string | null
  about: Generated<string>
  logo_url: string | null
  mark_colour: Generated<string>
  base_postcode: string | null
  base_place: Generated<string>
  payment_methods: Generated<string[]>
  vat_registered_from: string | null
  vat_number: string | null
  commission_percent: Generated<number>
  rating: number | null
  reviews_count: Generated<number>
  created_at: Date
  legal_name: string | null
  company_number: string | null
  registered_address: string | null
  insurance_number: string | null
  logo_upload_id: string | null
}

export interface CompaniesNotificationSetting {
  company_id: string
  event: string
  channel: string
  is_on: boolean
}

export interface CompaniesPhoto {
  id: Generated<string>
  company_id: string
  upload_id: string
  position: number
  caption: Generated<string>
  created_at: Date
}

export interface FilesFile {
  id: Generated<string>
  upload_id: string | null
  position: Generated<number>
  storage_key: string
  content_type: string
  bytes: number
  width: number | null
  height: number | null
  original_name: string | null
  created_at: Date
  page: Generated<number>
}

export interface FilesUpload {
  id: string
  address_digest: Buffer
  created_at: Date
  attached_at: Date | null
}

export interface FleetDocument {
  id: Generated<string>
  company_id: string
  unit_id: string | null
  kind: string
  number: string | null
  expires_on: string | null
  upload_id: string | null
  status: Generated<string>
  reason: string | null
  submitted_at: Date
  decided_at: Date | null
  decided_by: string | null
  warned_at: Date | null
  ended_told_at: Date | null
}

export interface FleetOperatingDistrict {
  unit_id: string
  district: string
}

export interface FleetVan {
  unit_id: string
  category: string
  make: string
  model: string
  registration: string
  has_tail_lift: Generated<boolean>
  fuel: string
  euro_class: number | null
  year: number | null
  gross_weight_kg: number | null
}

export interface FleetWorkingUnit {
  id: Generated<string>
  company_id: string
  name: string
  status: Generated<string>
  status_reason: string | null
  job_kinds: Generated<string[]>
  help_levels: Generated<string[]>
  version: Generated<number>
  created_at: Date
  paused_at: Date | null
  office_block: string | null
  office_reason: string | null
  office_at: Date | null
  office_by: string | null
  appeal: string | null
  appealed_at: Date | null
  area_base_postcode: string | null
  area_radius_metres: number | null
}

export interface GeoImport {
  id: GeneratedAlways<number>
  source_kind: string
  vintage: string
  row_count: number
  located_count: number
  has_northern_ireland: boolean
  attribution: string
  imported_at: Date
}

export interface GeoPostcode {
  postcode: string
  lat: number | null
  lng: number | null
  district_code: string | null
  country_code: string | null
}

export interface IdentityKnownDevice {
  user_id: string
  digest: Buffer
  last_used_at: Date
}

export interface IdentityLoginGuard {
  digest: Buffer
  tries: number
  blocked_until: Date | null
  last_tried_at: Date
}

export interface IdentityMessageSetting {
  user_id: string
  event: string
  channel: string
  is_on: boolean
}

export interface IdentityOneTimeToken {
  digest: Buffer
  user_id: string
  purpose: string
  data: Generated<unknown>
  created_at: Date
  expires_at: Date
  used_at: Date | null
}

export interface IdentityPhoneCode {
  user_id: string
  phone: string
  mac: Buffer
  tries: Generated<number>
  created_at: Date
  expires_at: Date
}

export interface IdentityRecoveryCode {
  user_id: string
  digest: Buffer
  used_at: Date | null
}

export interface IdentityRefreshToken {
  digest: Buffer
  session_id: string
  created_at: Date
  expires_at: Date
  replaced_at: Date | null
  successor: string | null
}

export interface IdentitySavedAddress {
  id: Generated<string>
  user_id: string
  label: string
  postcode: string
  formatted_address: string | null
  flat_and_house: string | null
  stairs: Generated<number>
  contact_name: string | null
  contact_number: string | null
  created_at: Date
}

export interface IdentitySession {
  id: Generated<string>
  user_id: string
  created_at: Date
  last_used_at: Date
  expires_at: Date
  revoked_at: Date | null
  user_agent: string | null
}

export interface IdentityStartCode {
  booking_digest: Buffer
  phone: string
  mac: Buffer
  tries: Generated<number>
  created_at: Date
  expires_at: Date
}

export interface IdentityTwoStep {
  user_id: string
  secret: string
  created_at: Date
  confirmed_at: Date | null
  last_step: Generated<number>
}

export interface IdentityUser {
  id: Generated<string>
  user_role: string
  email: string
  email_key: string
  email_verified_at: Date | null
  password_hash: string
  first_name: string
  last_name: string | null
  phone: string | null
  phone_verified_at: Date | null
  status: Generated<string>
  status_reason: string | null
  is_demonstration: Generated<boolean>
  created_at: Date
  company_name: string | null
  erase_at: Date | null
  erased_at: Date | null
  opened_by: Generated<string>
}

export interface NotificationsMessage {
  id: Generated<string>
  channel: string
  recipient: string
  subject: Generated<string>
  text: string
  html: string | null
  kind: string
  subject_id: string | null
  created_at: Date
  sent_at: Date | null
  failed_at: Date | null
  attempts: Generated<number>
  last_error: string | null
  holds_secret: Generated<boolean>
}

export interface PlatformAudit {
  id: GeneratedAlways<number>
  at: Date
  actor_id: string | null
  actor_kind: string
  action: string
  object: string
  before: unknown
  after: unknown
}

export interface PlatformClock {
  only_one: Generated<boolean>
  ahead_ms: number
}

export interface PlatformIdempotency {
  scope: string
  key: string
  digest: Buffer
  status: number | null
  body: unknown
  created_at: Date
}

export interface PlatformJobProgress {
  job_id: string
  name: string
  done: number
  total: number
  said_at: Date
}

export interface PlatformMigration {
  name: string
  checksum: string
  applied_at: Generated<Date>
}

export interface PlatformRateWindow {
  name: string
  key: string
  used: number
  ends_at: Date
}

export interface PricingHourlyRate {
  company_id: string
  van_category: string
  help_level: string
  pence_per_hour: number
}

export interface PricingPastTerms {
  company_id: string
  ended_at: Date
  terms: unknown
}

export interface PricingRoadCharge {
  id: Generated<string>
  zone: string
  vehicle_class: string
  amount_pence: number
  hours: unknown
  from_day: string
  to_day: string | null
  source: string
}

export interface PricingTariff {
  company_id: string
  minimum_minutes: Generated<number>
  minimum_minutes_two_porters: Generated<number>
  included_miles: Generated<number>
  pence_per_mile: Generated<number>
  standard_hours: Generated<unknown>
  out_of_hours_percent: Generated<number>
  waiting_pence_per_half_hour: Generated<number>
  free_waiting_minutes: Generated<number>
  terms: Generated<string>
  version: Generated<number>
  mileage_saved: Generated<boolean>
}

export interface QuotingOfferPage {
  id: string
  valid_until: Date
  start_at: Date
  end_at: Date
  move: unknown
  work: unknown
  quotes: unknown
}

export interface QuotingSearch {
  created_at: Date
  id: Generated<string>
  pick_up_district: string
  pick_up_area: string
  start_at: Date
  end_at: Date
  van_category: string
  help_level: string
  job_kind: string
  need_tail_lift: boolean
  metres: number
  places: unknown
  offers: number
  cheapest_pence: number | null
  asked: Buffer
  outcomes: Buffer
}

export interface QuotingUnitList {
  digest: Buffer
  unit_ids: string[]
  last_day: string
}

export interface ReviewsReview {
  id: Generated<string>
  company_id: string
  booking_id: string | null
  author_name: string
  punctuality: number
  care: number
  value: number
  text: Generated<string>
  answer: string | null
  created_at: Date
}

export interface DB {
  'bookings.booking': BookingsBooking
  'bookings.event': BookingsEvent
  'calendar.availability': CalendarAvailability
  'calendar.business_day': CalendarBusinessDay
  'calendar.feed': CalendarFeed
  'calendar.hold': CalendarHold
  'calendar.vacation': CalendarVacation
  'companies.bank_account': CompaniesBankAccount
  'companies.company': CompaniesCompany
  'companies.notification_setting': CompaniesNotificationSetting
  'companies.photo': CompaniesPhoto
  'files.file': FilesFile
  'files.upload': FilesUpload
  'fleet.document': FleetDocument
  'fleet.operating_district': FleetOperatingDistrict
  'fleet.van': FleetVan
  'fleet.working_unit': FleetWorkingUnit
  'geo.import': GeoImport
  'geo.postcode': GeoPostcode
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
  'notifications.message': NotificationsMessage
  'platform.audit': PlatformAudit
  'platform.clock': PlatformClock
  'platform.idempotency': PlatformIdempotency
  'platform.job_progress': PlatformJobProgress
  'platform.migration': PlatformMigration
  'platform.rate_window': PlatformRateWindow
  'pricing.hourly_rate': PricingHourlyRate
  'pricing.past_terms': PricingPastTerms
  'pricing.road_charge': PricingRoadCharge
  'pricing.tariff': PricingTariff
  'quoting.offer_page': QuotingOfferPage
  'quoting.search': QuotingSearch
  'quoting.unit_list': QuotingUnitList
  'reviews.review': ReviewsReview
}
