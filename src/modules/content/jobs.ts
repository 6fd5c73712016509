import { job } from '#platform/jobs.ts'
import { momentReached, notifyContent } from './commands.ts'
import { countDue, countLocations } from './location-figures/commands.ts'
import { listCompanyPages, listingDue } from './sitemap/commands.ts'

export const contentJobs = [
  job<{ pageId: string }>({ ...momentReached, handle: (ctx, { pageId }) => notifyContent(ctx, [pageId]) }),
  job({ ...countDue, cron: '20 2 * * *', long: { minutes: 30 }, handle: countLocations }),
  job({ ...listingDue, cron: '50 2 * * *', long: { minutes: 60 }, handle: listCompanyPages }),
]
