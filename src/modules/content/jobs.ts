import { job } from '#platform/jobs.ts'
import { momentReached, notifyContent } from './commands.ts'
import { countDue, countLocations } from './location-figures/commands.ts'
import { listCompanyPages, listingDue } from './sitemap/commands.ts'

/** Their first run comes while the product starts, when the database may be busy. */
const soon = { retryDelay: 5 }

export const contentJobs = [
  job<{ pageId: string }>({ ...momentReached, handle: (ctx, { pageId }) => notifyContent(ctx, [pageId]) }),
  job({ ...countDue, ...soon, cron: '20 2 * * *', long: { minutes: 30 }, handle: countLocations }),
  job({ ...listingDue, ...soon, cron: '50 2 * * *', long: { minutes: 60 }, handle: listCompanyPages }),
]
