import { formatDateUk } from '#shared/local-time.ts'
import { TableLink } from '#web/kit/files/table-link.tsx'
import { OfficeLinkButton } from '#web/kit/office/office-link.tsx'
import { officeMoment } from '#web/kit/office/office-moment.ts'
import { Empty } from '#web/ui/empty.tsx'
import type { Settings } from './setting-texts.ts'

/** Who changed what, the last first; from the audit log, which nobody can change. */
export const ChangesMade = ({ part, changes }: Pick<Settings, 'part' | 'changes'>) => (
  <section className="card" aria-labelledby="made">
    <div className="row row--apart">
      <h2 className="h3" id="made">
        Who changed what
      </h2>
      <div className="row gap-2">
        {changes.length > 0 ? <TableLink list={`/admin/settings/${part}/`} /> : null}
        <OfficeLinkButton to="/admin/audit?what=settings">Whole log</OfficeLinkButton>
      </div>
    </div>
    {changes.length === 0 ? (
      <Empty title="Nobody has changed anything here" headingLevel="h3" />
    ) : (
      <ul className="history list">
        {changes.map((change) => (
          <li key={change.id}>
            <time dateTime={change.at}>{officeMoment(change.at)}</time>
            <span>
              <b>{change.by ?? 'Somebody who has left'}</b> <What change={change} />
            </span>
          </li>
        ))}
      </ul>
    )}
  </section>
)

function What({ change: { what, name, before, after, fromDay, reason } }: { change: Settings['changes'][number] }) {
  if (what === 'withdrawn')
    return (
      <>
        withdrew {name}: {before} from {formatDateUk(fromDay ?? '')}
      </>
    )
  if (what === 'checked')
    return (
      <>
        looked at {name}: still so, check by {after}
      </>
    )
  return (
    <>
      {name} <s>{before}</s> {after}
      {fromDay ? ` from ${formatDateUk(fromDay)}` : ''}.{reason ? ` “${reason}”` : ''}
    </>
  )
}
