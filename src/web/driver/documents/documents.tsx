import type { LocalDay } from '#shared/local-time.ts'
import { NextPage, useNextPage } from '#web/driver/setup/next-page.tsx'
import { DocumentCard } from './document-card.tsx'
import { countDocuments, isToDo, type Document } from '#web/kit/documents/document-texts.ts'

interface DocumentsProps {
  unitId: string
  documents: readonly Document[]
  registration: string
  today: LocalDay
}

/** About whoever drives; each person's right to work is checked on its own page. */
const ofDrivers: readonly Document['kind'][] = ['driving_licence']
const ofHeavyVans: readonly Document['kind'][] = ['operator_licence', 'tachograph']

/** Every document of a unit: those that need something first. */
export function Documents({ unitId, documents, registration, today }: DocumentsProps) {
  const todo = documents.filter(isToDo)
  const others = documents.filter(
    (document) => !isToDo(document) && (document.isRequired || document.newest || document.current),
  )
  // What no van of theirs needs is not asked for.
  const optional = documents.filter(
    (document) => !isToDo(document) && !others.includes(document) && !ofHeavyVans.includes(document.kind),
  )
  const isOfDriver = ({ kind }: Document) => ofDrivers.includes(kind)
  const { inCount, needed } = countDocuments(documents)
  const next = useNextPage()
  const groups = [
    {
      title: 'Documents to sort out',
      note: `${inCount} of ${needed} ${inCount === 1 ? 'is' : 'are'} in. Jobs start when all are approved.`,
      documents: todo,
    },
    { title: 'In order', note: null, documents: others },
    {
      title: 'The driver’s licence',
      note: 'Everyone who drives this van needs one. You can get jobs before you add it.',
      documents: optional.filter(isOfDriver),
    },
    {
      title: 'If you have them',
      note: 'Not needed for this van.',
      documents: optional.filter((document) => !isOfDriver(document)),
    },
  ].filter((group) => group.documents.length > 0)
  return (
    <div id="documents">
      {groups.map(({ title, note, documents: group }) => (
        <section key={title} className="sec mt-6">
          <h2>{title}</h2>
          {note ? <p className="muted">{note}</p> : null}
          <ul className="docs mt-4">
            {group.map((document) => (
              <DocumentCard
                key={`${unitId} ${document.kind}`}
                unitId={unitId}
                document={document}
                registration={registration}
                today={today}
              />
            ))}
          </ul>
        </section>
      ))}
      {next ? (
        <p className="mt-6">
          <NextPage next={next} />
        </p>
      ) : null}
    </div>
  )
}
