import type { listPersonTrail } from '#modules/office/contract.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { History } from '#web/kit/office/office-shell.tsx'
import { Empty } from '#web/ui/page.tsx'
import { ListPages } from '#web/ui/tabs.tsx'
import { trailText } from './trail-texts.ts'

interface TrailProps {
  list: AnswerOf<typeof listPersonTrail>
  page: number
  isBehind: boolean
}

/** The audit log about one person or company, the last first. */
export function Trail({ list, page, isBehind }: TrailProps) {
  if (list.results.length === 0) return <Empty title="Nothing is in the log yet" headingLevel="h2" />
  return (
    <section className="card" aria-labelledby="trail">
      <div className="row row--apart">
        <h2 className="h3" id="trail">
          What happened
        </h2>
        <span className="small muted">This list can’t be changed</span>
      </div>
      <div className="mt-3">
        <History
          entries={list.results.map((entry) => ({
            id: String(entry.id),
            at: entry.at,
            by: entry.by ? entry.by.name || 'Somebody' : 'System',
            text: trailText(entry),
          }))}
        />
      </div>
      <ListPages label="Pages of the log" {...list} page={page} isBehind={isBehind} keeps="?show=trail" />
    </section>
  )
}
