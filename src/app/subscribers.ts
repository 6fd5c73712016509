import { enterBooking, enterCancellation, enterCompensation } from '#modules/billing/ledger/commands.ts'
import type { OfBooking } from '#modules/bookings/events.ts'
import {
  dropOtherBookings,
  dropWaitingBookings,
  ownerBlocked,
  unitSuspended,
} from '#modules/bookings/waiting/commands.ts'
import { withdrawOpenChange, extendOpenChange, eraseChanges } from '#modules/bookings/changes/commands.ts'
import { laterJobsAtRisk } from '#modules/bookings/day/lateness/commands.ts'
import { releaseCrew, settleCrew } from '#modules/bookings/crew/commands.ts'
import { eraseDays, recordOnTheDay } from '#modules/bookings/day/record/commands.ts'
import { appendTrail, notifyOffice, notifyParties, setVatOfBookings } from '#modules/bookings/commands.ts'
import { eraseCustomer } from '#modules/bookings/personal-data/commands.ts'
import { eraseThreads } from '#modules/bookings/thread/commands.ts'
import { eraseCalendars } from '#modules/calendar/commands.ts'
import { eraseCompany } from '#modules/companies/commands.ts'
import { leaveUnit, signOutDrivers, notifyOwnerOfBlock } from '#modules/fleet/drivers/commands.ts'
import { countPeople } from '#modules/fleet/people/commands.ts'
import { freePlates, retakePlates } from '#modules/fleet/vans/registrations-commands.ts'
import { eraseFleet } from '#modules/fleet/commands.ts'
import { reviewStatuses, openDriversCompany } from '#modules/onboarding/commands.ts'
import { notifyOfficeOfAppeal } from '#modules/onboarding/decisions/notices-commands.ts'
import { erasePrices } from '#modules/pricing/tariffs/commands.ts'
import { eraseSavedMoves } from '#modules/quoting/saved-moves/commands.ts'
import { scheduleRequest, eraseReviewer, figuresDue } from '#modules/reviews/commands.ts'
import { notifySettings } from '#modules/settings/commands.ts'
import { oncePerTransaction, type Subscribers } from '#platform/events.ts'

/** A unit's status depends on its driver, van, documents, area, hours, prices, company and account. */
const statusOfUnit = oncePerTransaction(reviewStatuses, ({ unitId }: { unitId: string }) => ({ unitId }))
const statusesOfCompany = oncePerTransaction(reviewStatuses, ({ companyId }: { companyId: string }) => ({ companyId }))
const statusesOfOwner = oncePerTransaction(reviewStatuses, ({ userId }: { userId: string }) => ({ ownerId: userId }))

/** Before the statuses: they come from it. */
const peopleOfCompany = oncePerTransaction(countPeople, ({ companyId }: { companyId: string }) => ({ companyId }))

/** One NOTIFY per booking, however many steps it took in one transaction. */
const noticeOfBooking = oncePerTransaction(notifyParties, ({ bookingId, unitId }: OfBooking) => ({ bookingId, unitId }))

/** One NOTIFY to the office, however many units of a company are stopped. */
const noticeOfOffice = oncePerTransaction(notifyOffice, () => ({}))

/** The van is behind its time, or is not any more: its later jobs are looked at. */
const movesLaterJobs = { afterwards: [laterJobsAtRisk] }

const stepOfBooking = { within: [appendTrail, noticeOfBooking] }
/** Subscribers of a step that is in the signed record of the day too. */
const recordedStep = { within: [appendTrail, recordOnTheDay, noticeOfBooking] }
/** Frees the crew when a booking ends, so that they can be named for other jobs. */
const endOfBooking = { within: [appendTrail, releaseCrew, withdrawOpenChange, noticeOfBooking] }
/** What a company's figures are counted from. */
const counted = { afterwards: [figuresDue] }

/** Every subscriber of every event. The code that emits an event knows none of them. */
export const subscribers: Subscribers = {
  'identity.address-confirmed': { within: [dropOtherBookings, openDriversCompany] },
  'identity.phone-confirmed': { within: [statusesOfOwner] },
  'identity.account-blocked': {
    within: [statusesOfOwner, signOutDrivers, notifyOwnerOfBlock],
    afterwards: [ownerBlocked],
  },
  'identity.account-unblocked': { within: [statusesOfOwner] },
  'identity.account-closed': { within: [freePlates, statusesOfOwner, signOutDrivers, leaveUnit] },
  'identity.account-reopened': { within: [retakePlates, statusesOfOwner] },
  'identity.account-erased': {
    within: [
      eraseCompany,
      eraseFleet,
      eraseCalendars,
      erasePrices,
      eraseSavedMoves,
      eraseThreads,
      eraseChanges,
      eraseDays,
      eraseCustomer,
      eraseReviewer,
      statusesOfOwner,
    ],
  },
  // An unverified account only has waiting bookings, which were never anybody's.
  'identity.account-removed': { within: [dropWaitingBookings] },

  'companies.details-changed': { within: [statusesOfCompany] },
  'companies.marketing-changed': { within: [statusesOfCompany] },
  'companies.bank-account-confirmed': { within: [statusesOfCompany] },
  'companies.vat-changed': { within: [setVatOfBookings] },

  'fleet.unit-paused': { within: [statusOfUnit] },
  'fleet.unit-resumed': { within: [statusOfUnit] },
  'fleet.unit-appealed': { within: [notifyOfficeOfAppeal] },
  'fleet.stop-changed': { within: [noticeOfOffice] },
  'fleet.unit-stopped': { afterwards: [unitSuspended] },
  'fleet.area-changed': { within: [statusOfUnit] },
  'fleet.jobs-changed': { within: [statusOfUnit] },
  'fleet.van-changed': { within: [statusOfUnit] },
  'fleet.van-removed': { within: [statusOfUnit] },
  'fleet.document-submitted': { within: [statusesOfCompany] },
  'fleet.document-withdrawn': { within: [statusesOfCompany] },
  'fleet.people-changed': { within: [peopleOfCompany, statusesOfCompany] },

  'calendar.hours-changed': { within: [statusOfUnit] },
  'calendar.hold-lapsed': {},

  'pricing.tariff-changed': { within: [statusesOfCompany] },

  'bookings.created': stepOfBooking,
  'bookings.verified': stepOfBooking,
  'bookings.time-gone': stepOfBooking,
  'bookings.confirmed': { within: [appendTrail, withdrawOpenChange, settleCrew, noticeOfBooking], ...counted },
  'bookings.crew-named': { within: [noticeOfBooking] },
  'bookings.answer-asked-again': stepOfBooking,
  'bookings.reconfirmation-asked': stepOfBooking,
  'bookings.reconfirmed': stepOfBooking,
  'bookings.not-reconfirmed': { ...endOfBooking, ...counted },
  'bookings.given': stepOfBooking,
  'bookings.van-replaced': { within: [appendTrail, settleCrew, noticeOfBooking] },
  'bookings.rejected': { ...endOfBooking, ...counted },
  'bookings.given-up': { within: [...endOfBooking.within, enterCompensation], ...counted },
  'bookings.taken-away': endOfBooking,
  'bookings.not-taken': { ...endOfBooking, ...counted },
  'bookings.became-hot': endOfBooking,
  'bookings.no-one-took': endOfBooking,
  'bookings.cancelled': { within: [...endOfBooking.within, enterCancellation, enterCompensation], ...counted },
  'bookings.set-off': stepOfBooking,
  'bookings.running-late': { ...stepOfBooking, ...movesLaterJobs },
  'bookings.cancellation-reported': stepOfBooking,
  'bookings.report-denied': stepOfBooking,
  'bookings.no-show-settled': { within: [...stepOfBooking.within, enterCompensation], ...counted },
  'bookings.cancellation-agreed': { within: [...stepOfBooking.within, enterCancellation] },
  'bookings.cancellation-denied': endOfBooking,
  'bookings.started': { ...stepOfBooking, ...movesLaterJobs },
  'bookings.paused': { ...stepOfBooking, ...movesLaterJobs },
  'bookings.waiting': { ...stepOfBooking, ...movesLaterJobs },
  'bookings.resumed': { ...stepOfBooking, ...movesLaterJobs },
  'bookings.hours-confirmed': { within: [...stepOfBooking.within, enterBooking], ...counted },
  'bookings.day-changed': { within: [noticeOfBooking] },
  'bookings.lateness-foreseen': { within: [noticeOfBooking] },
  'bookings.finished': {
    within: [appendTrail, extendOpenChange, noticeOfBooking, scheduleRequest],
    afterwards: [figuresDue, laterJobsAtRisk],
  },
  'bookings.details-changed': stepOfBooking,
  'bookings.change-proposed': recordedStep,
  'bookings.change-agreed': { ...recordedStep, ...movesLaterJobs },
  'bookings.change-refused': recordedStep,
  'bookings.change-withdrawn': stepOfBooking,
  'bookings.change-expired': stepOfBooking,
  'bookings.time-moved': stepOfBooking,
  'bookings.keys-released': { ...recordedStep, ...movesLaterJobs },

  'bookings.rebook-asked': stepOfBooking,
  'bookings.rebook-confirmed': stepOfBooking,
  'bookings.rebook-declined': stepOfBooking,
  'bookings.rebook-expired': stepOfBooking,
  'bookings.claimed': stepOfBooking,
  'bookings.claim-answered': stepOfBooking,
  'bookings.claim-with-office': stepOfBooking,
  'bookings.claim-decided': stepOfBooking,

  'reviews.review-given': { within: [noticeOfBooking] },
  'reviews.review-answered': {},
  'reviews.review-hidden': {},
  'reviews.review-restored': {},

  'settings.part-changed': { within: [notifySettings] },
}
