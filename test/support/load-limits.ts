import type { LoadLimits } from '#platform/load-shedding.ts'

const manyMore = 1e9

const boundless = { room: manyMore, roomEach: manyMore, waiting: manyMore, waitingEach: manyMore, patienceMs: 60_000 }

/** For whoever plays many people from one address, or measures what lies beneath. */
export const withoutLoadLimits: LoadLimits = {
  maxWaiting: manyMore,
  maxInFlight: manyMore,
  maxInFlightEach: manyMore,
  pages: boundless,
  connections: { people: boundless, networks: boundless },
  rows: { waiting: manyMore, waitingEach: manyMore, patienceMs: 60_000 },
}
