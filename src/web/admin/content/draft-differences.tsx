import { DifferenceView } from './difference-view.tsx'
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
