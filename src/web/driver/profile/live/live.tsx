import { ExpiringCard } from './expiring-card.tsx'
import { GainsCard } from './gains-card.tsx'
import type { LiveUnit } from './live.server.ts'
import { NextJobCard } from './next-job-card.tsx'
import { WeekCard } from './week-card.tsx'
import './live.css'

/** The news of a unit that takes jobs, and what would show it more often. */
export function Live({ live: { news, gains } }: { live: LiveUnit }) {
  return (
    <div className="stack live">
      <NextJobCard job={news.nextJob} />
      <WeekCard news={news} />
      <ExpiringCard expiring={news.expiring} />
      {gains ? <GainsCard gains={gains} /> : null}
    </div>
  )
}
