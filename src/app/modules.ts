import { billingJobs } from '#modules/billing/jobs.ts'
import { routes as billingRoutes } from '#modules/billing/routes.ts'
import { calendarJobs } from '#modules/calendar/commands.ts'
import { routes as boardRoutes } from '#modules/board/routes.ts'
import { routes as calendarRoutes } from '#modules/calendar/routes.ts'
import { routes as companiesRoutes } from '#modules/companies/routes.ts'
import { contentJobs } from '#modules/content/jobs.ts'
import { routes as contentRoutes } from '#modules/content/routes.ts'
import { figuresJobs } from '#modules/figures/commands.ts'
import { routes as figuresRoutes } from '#modules/figures/routes.ts'
import { filesJobs } from '#modules/files/jobs.ts'
import { routes as filesRoutes } from '#modules/files/routes.ts'
import { fleetJobs } from '#modules/fleet/drivers/commands.ts'
import { routes as fleetRoutes } from '#modules/fleet/routes.ts'
import { routes as geoRoutes } from '#modules/geo/routes.ts'
import { identityJobs } from '#modules/identity/jobs.ts'
import { routes as identityRoutes } from '#modules/identity/routes.ts'
import { routes as itemsRoutes } from '#modules/items/routes.ts'
import { notificationsJobs } from '#modules/notifications/jobs.ts'
import { routes as notificationsRoutes } from '#modules/notifications/routes.ts'
import { routes as officeRoutes } from '#modules/office/routes.ts'
import { onboardingJobs } from '#modules/onboarding/jobs.ts'
import { routes as onboardingRoutes } from '#modules/onboarding/routes.ts'
import { routes as pricingRoutes } from '#modules/pricing/routes.ts'
import { bookingsJobs } from '#modules/bookings/jobs.ts'
import { routes as bookingsRoutes } from '#modules/bookings/routes.ts'
import { quotingJobs } from '#modules/quoting/commands.ts'
import { routes as quotingRoutes } from '#modules/quoting/routes.ts'
import { reviewsJobs } from '#modules/reviews/commands.ts'
import { routes as reviewsRoutes } from '#modules/reviews/routes.ts'
import { settingsJobs } from '#modules/settings/dated-values/notices-commands.ts'
import { routes as settingsRoutes } from '#modules/settings/routes.ts'
import type { AnyJob } from '#platform/jobs.ts'
import type { Api } from '#platform/serve.ts'

/** A slice as the app uses it. */
export interface Slice {
  readonly name: string
  readonly routes?: (api: Api) => void
  readonly jobs?: readonly AnyJob[]
}

/** In this order: a slice imports only slices listed before it. */
export const slices: readonly Slice[] = [
  { name: 'notifications', routes: notificationsRoutes, jobs: notificationsJobs },
  { name: 'identity', routes: identityRoutes, jobs: identityJobs },
  { name: 'files', routes: filesRoutes, jobs: filesJobs },
  { name: 'geo', routes: geoRoutes },
  { name: 'companies', routes: companiesRoutes },
  { name: 'fleet', routes: fleetRoutes, jobs: fleetJobs },
  { name: 'items', routes: itemsRoutes },
  { name: 'calendar', routes: calendarRoutes, jobs: calendarJobs },
  { name: 'pricing', routes: pricingRoutes },
  { name: 'onboarding', routes: onboardingRoutes, jobs: onboardingJobs },
  { name: 'quoting', routes: quotingRoutes, jobs: quotingJobs },
  { name: 'terms' },
  { name: 'bookings', routes: bookingsRoutes, jobs: bookingsJobs },
  { name: 'reviews', routes: reviewsRoutes, jobs: reviewsJobs },
  { name: 'billing', routes: billingRoutes, jobs: billingJobs },
  { name: 'settings', routes: settingsRoutes, jobs: settingsJobs },
  { name: 'figures', routes: figuresRoutes, jobs: figuresJobs },
  { name: 'office', routes: officeRoutes },
  { name: 'board', routes: boardRoutes },
  { name: 'content', routes: contentRoutes, jobs: contentJobs },
]
