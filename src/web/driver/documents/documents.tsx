import type { LocalDay } from '#shared/local-time.ts'
import { NextPage, useNextPage } from '#web/driver/next-page.tsx'
import { PaperCard } from './document-card.tsx'
import { countPapers, isToDo, type Paper } from './document-words.ts'

interface PapersProps {
  unitId: string
  papers: readonly Paper[]
  registration: string
  today: LocalDay
}

/** Every paper of a unit: those that need something first. */
export function Papers({ unitId, papers, registration, today }: PapersProps) {
  const todo = papers.filter(isToDo)
  const others = papers.filter((paper) => !isToDo(paper) && (paper.isRequired || paper.newest || paper.current))
  // A licence that no van of theirs needs is not asked for.
  const optional = papers.filter(
    (paper) => !isToDo(paper) && !others.includes(paper) && paper.kind !== 'operator_licence',
  )
  const { inCount, needed } = countPapers(papers)
  const next = useNextPage()
  const groups = [
    {
      title: 'Papers to sort out',
      note: `${inCount} of ${needed} are in. Jobs start when all are approved.`,
      papers: todo,
    },
    { title: 'In order', note: null, papers: others },
    { title: 'If you have them', note: 'Not needed for this van.', papers: optional },
  ].filter((group) => group.papers.length > 0)
  return (
    <div id="papers">
      {groups.map(({ title, note, papers: group }) => (
        <section key={title} className="sec mt-6">
          <h2>{title}</h2>
          {note ? <p className="muted">{note}</p> : null}
          <ul className="docs mt-4">
            {group.map((paper) => (
              <PaperCard key={paper.kind} unitId={unitId} paper={paper} registration={registration} today={today} />
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
