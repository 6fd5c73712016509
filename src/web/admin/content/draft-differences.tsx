import { differences, shortened, type Line } from './differences.ts'
import type { TypedDraft } from './draft-form.ts'

const FIELD_NAMES: Readonly<Record<Exclude<keyof TypedDraft, 'kind' | 'pictureId' | 'published'>, string>> = {
  title: 'Title',
  body: 'Text',
  name: 'Name',
  description: 'Description',
  searchDescription: 'Description for search and sharing',
  excerpt: 'Excerpt',
  topic: 'Topic',
  author: 'Author',
  highlighted: 'Featured',
  notYet: 'Why it can’t be booked yet',
  region: 'Region',
  districts: 'Districts',
  moves: 'Typical moves',
}

type Named = keyof typeof FIELD_NAMES

/** Field by field, only those that differ. */
export function DraftDifferences({ before, after }: { before: TypedDraft; after: TypedDraft }) {
  const differing = (Object.keys(FIELD_NAMES) as Named[]).filter((field) => before[field] !== after[field])
  const isOtherPicture = before.pictureId !== after.pictureId
  if (differing.length === 0 && !isOtherPicture) return <p className="muted">The two are the same.</p>
  return (
    <>
      {differing.map((field) => (
        <section key={field} className="stack gap-2" aria-label={FIELD_NAMES[field]}>
          <h2 className="label">{FIELD_NAMES[field]}</h2>
          <DifferenceView before={before[field]} after={after[field]} />
        </section>
      ))}
      {isOtherPicture ? <p className="muted">{pictureWords(before.pictureId, after.pictureId)}</p> : null}
    </>
  )
}

const pictureWords = (before: string, after: string): string =>
  before === '' ? 'A picture was added.' : after === '' ? 'The picture was taken away.' : 'The picture is another.'

/** Two texts beside each other: what was taken out, and what was put in. */
function DifferenceView({ before, after }: { before: string; after: string }) {
  const lines = shortened(differences(before, after))
  return (
    <div className="diff edge-1 r-control bg-surface break">
      {lines.map((line, index) => (
        // oxlint-disable-next-line react/no-array-index-key -- the lines of two texts, which do not move
        <DifferenceLine key={index} line={line} />
      ))}
    </div>
  )
}

function DifferenceLine({ line }: { line: Line | null }) {
  if (line === null)
    return (
      <p className="diff__gap">
        <span aria-hidden="true">…</span>
        <span className="muted">unchanged</span>
      </p>
    )
  const { change, pieces } = line
  const Changed = change === 'out' ? 'del' : 'ins'
  return (
    <p className={change === 'same' ? undefined : `is-${change}`}>
      <span>
        {change === 'same' ? null : (
          <>
            <span aria-hidden="true">{change === 'out' ? '−' : '+'}</span>
            <span className="vh">{change === 'out' ? 'Taken out: ' : 'Put in: '}</span>
          </>
        )}
      </span>
      <span>
        {pieces.map(({ text, isChanged }, index) =>
          // oxlint-disable-next-line react/no-array-index-key -- as above
          isChanged ? <Changed key={index}>{text}</Changed> : <span key={index}>{text}</span>,
        )}
      </span>
    </p>
  )
}
