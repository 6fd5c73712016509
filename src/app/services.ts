import { bookingsPersonalData } from '#modules/bookings/personal-data/commands.ts'
import { startWaitingBooking } from '#modules/bookings/waiting/commands.ts'
import { createBankDetailsCheck } from '#modules/companies/banking/gateway.ts'
import { calendarPersonalData } from '#modules/calendar/commands.ts'
import { companiesPersonalData } from '#modules/companies/commands.ts'
import { KeptContent, createContentPictures } from '#modules/content/gateway.ts'
import { ShareImages } from '#modules/content/share-images/gateway.ts'
import { createFiles } from '#modules/files/gateway.ts'
import { drivenForSql } from '#modules/fleet/drivers/queries.ts'
import { ownCompanySql } from '#modules/fleet/queries.ts'
import { fleetPersonalData } from '#modules/fleet/commands.ts'
import { createAddressLookup } from '#modules/geo/addresses/gateway.ts'
import { createPlaces, createRouting } from '#modules/geo/gateway.ts'
import { createTolls, createZones } from '#modules/geo/charges/gateway.ts'
import { createDeliveries } from '#modules/notifications/gateway.ts'
import { createPush } from '#modules/notifications/push/gateway.ts'
import { openCompany } from '#modules/onboarding/commands.ts'
import { createDatedSettings } from '#modules/pricing/gateway.ts'
import { pricingPersonalData } from '#modules/pricing/tariffs/commands.ts'
import { quotingPersonalData } from '#modules/quoting/saved-moves/commands.ts'
import { reviewsPersonalData } from '#modules/reviews/commands.ts'
import type { Config } from '#platform/config.ts'
import type { Services } from '#platform/ctx.ts'
import type { Db } from '#platform/db.ts'
import type { Log } from '#platform/log.ts'

/**
 * The outside services, chosen by configuration, each with a built-in default (decisions §9); and services that a slice
 * needs from a later one. Reactions to events are in subscribers.ts. They read through connections of their own
 * (`aside`): the caller may be a transaction, which must not wait for one that another holds.
 */
export function createServices(config: Config, log: Log, aside: Db): Services {
  return {
    ...createDeliveries(config),
    push: createPush(config),
    ...createFiles(config, log),
    startWaitingBooking,
    openCompany,
    ownCompanySql,
    drivenForSql,
    personalData: [
      companiesPersonalData,
      fleetPersonalData,
      calendarPersonalData,
      pricingPersonalData,
      quotingPersonalData,
      bookingsPersonalData,
      reviewsPersonalData,
    ],
    places: createPlaces({ db: aside, log, postcodesUrl: config.postcodesUrl }),
    addresses: createAddressLookup({ log, server: config.addressLookup }),
    bankDetails: createBankDetailsCheck(config.modulusFiles),
    routing: createRouting({ log, osrmUrl: config.osrmUrl }),
    zones: createZones(aside),
    tolls: createTolls(aside),
    datedSettings: createDatedSettings(aside),
    content: new KeptContent(),
    contentPictures: createContentPictures(log),
    shareImages: new ShareImages(log),
  }
}

/**
 * Services that change nothing outside the database: a call reads them to see whether it is possible (row-turns.ts).
 */
export const readingServices: readonly (keyof Services)[] = [
  'startWaitingBooking',
  'openCompany',
  'ownCompanySql',
  'drivenForSql',
  'personalData',
  'places',
  'bankDetails',
  'routing',
  'zones',
  'tolls',
  'datedSettings',
]
