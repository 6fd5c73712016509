import type { DriverTab } from '../booking-tabs.ts'
import type { Said } from './answer-texts.ts'
import type { JobsUnit } from './read-jobs.server.ts'

type Named = Pick<JobsUnit, 'registration' | 'near' | 'takesJobs'>

/** What an empty list says. */
export function noJobsText(tab: DriverTab, { registration, near, takesJobs }: Named): Said {
  // A unit without a van is called like its driver.
  const van = registration ?? 'your van'
  switch (tab) {
    case 'hot-jobs':
      return {
        title: near ? `No hot jobs near ${near}` : 'No hot jobs in your area',
        text: takesJobs
          ? `Jobs appear here when another driver drops out. We’ll tell you the moment one fits ${van}.`
          : `Jobs appear here once ${van} takes bookings.`,
      }
    case 'new-bookings':
      return {
        title: 'Nothing waits for your answer',
        text: takesJobs
          ? `New bookings of ${van} show here, and we’ll tell you of each.`
          : `New bookings show here once ${van} takes them.`,
      }
    case 'confirmed-bookings':
      return { title: 'No upcoming jobs', text: 'Once you confirm a booking, its streets and its customer show here.' }
    default:
      return { title: 'No past jobs', text: 'A job moves here once it is over, or was given back.' }
  }
}
