import { Link } from 'react-router'
import { Empty } from '#web/ui/page.tsx'
import { Plate } from '#web/ui/sign.tsx'
import type { Subject, Subjects } from './subjects.server.ts'

/** A unit by its plate and company, or a client by name and address. */
export const SubjectName = ({ subject: { name, registration, detail } }: { subject: Subject }) => (
  <span className="subject inline-flex wraps level shrink">
    {registration ? <Plate registration={registration} front size="small" /> : null}
    <span className="long">
      <b>{name}</b>
      {detail ? <span className="small muted"> {detail}</span> : null}
    </span>
  </span>
)

export const ChosenSubject = ({ subject, all, to }: { subject: Subject; all: string; to: string }) => (
  <p className="row row--apart mb-4">
    <SubjectName subject={subject} />
    <Link className="link-btn" to={to}>
      {all}
    </Link>
  </p>
)

interface WhichSubjectProps {
  subjects: Subjects
  label: string
  none: string
  hrefOf: (subject: Subject) => string
}

/** Several match what was typed. */
export function WhichSubject({ subjects: { results, count }, label, none, hrefOf }: WhichSubjectProps) {
  if (results.length === 0) return <Empty title={none}>Try a shorter search, or empty the field to show all.</Empty>
  return (
    <section className="card" aria-labelledby="which">
      <h2 className="h3" id="which">
        {label}: {count} match
      </h2>
      <ul className="list divide">
        {results.map((subject) => (
          <li key={subject.id}>
            <Link className="tap flex level tall ink" to={hrefOf(subject)}>
              <SubjectName subject={subject} />
            </Link>
          </li>
        ))}
      </ul>
      <MoreMatch shown={results.length} count={count} />
    </section>
  )
}

export const MoreMatch = ({ shown, count }: { shown: number; count: number }) =>
  count > shown ? <p className="small muted mt-2">The first {shown} are shown. Type more to find the others.</p> : null
