import { moveIn, moveText, placeIn, placeText } from '#modules/content/files/rules.ts'
import type { saveContentDraft } from '#modules/content/office/contract.ts'
import { REGIONS, TOPICS, type Facts, type Kind } from '#modules/content/rules.ts'
import type { InputOf } from '#shared/endpoint.ts'
import { wholeNumberOf, asTyped } from '#web/kit/forms/form-text.ts'
import { differences, shortened, type Line } from './differences.ts'
import type { VersionText } from './page-texts.ts'

/** Version of the page as text of the editor’s fields. */
export interface TypedDraft {
  kind: Kind
  name: string
  title: string
  description: string
  searchDescription: string
  body: string
  pictureId: string
  /** Fields of an article. */
  topic: string
  excerpt: string
  author: string
  published: string
  highlighted: string
  /** Fields of a service. */
  notYet: string
  /** Fields of a location; districts and moves are one per line. */
  region: string
  districts: string
  moves: string
}

const emptyDraft = (kind: Kind): TypedDraft => ({
  kind,
  name: '',
  title: '',
  description: '',
  searchDescription: '',
  body: '',
  pictureId: '',
  topic: TOPICS[0],
  excerpt: '',
  author: 'The Vanfare office',
  published: '',
  highlighted: '',
  notYet: '',
  region: REGIONS[0],
  districts: '',
  moves: '',
})

export const newDraft = (kind: Kind, title: string): TypedDraft => ({
  ...emptyDraft(kind),
  name: title.slice(0, 40).trim(),
  title,
})

export function typedOf({ facts, picture, ...version }: VersionText): TypedDraft {
  const { name, title, description, searchDescription, body } = version
  return {
    ...emptyDraft(facts.kind),
    name,
    title,
    description,
    searchDescription,
    body,
    pictureId: picture?.id ?? '',
    ...typedFacts(facts),
  }
}

function typedFacts(facts: Facts): Partial<TypedDraft> {
  if (facts.kind === 'service') return { notYet: facts.notYet ?? '' }
  if (facts.kind === 'location') {
    const { region, districts, moves } = facts
    return { region, districts: districts.map(placeText).join('\n'), moves: moves.map(moveText).join('\n') }
  }
  if (facts.kind === 'root') return {}
  const { topic, excerpt, author, published, highlighted } = facts
  return { topic, excerpt, author, published: published ?? '', highlighted: highlighted?.toString() ?? '' }
}

type Draft = Omit<InputOf<typeof saveContentDraft>['body'], 'fromVersion'>

/** Errors by field, for lines that could not be parsed. */
export interface Unread {
  errors: Record<string, string[]>
}

/** For the API, which judges the rest; a line of a list that says nothing to anybody is refused here, with its text. */
export function draftOf(draft: TypedDraft): Draft | Unread {
  const { name, title, description, searchDescription, body } = draft
  const facts = factsOf(draft)
  if ('errors' in facts) return facts
  return {
    name,
    title,
    description,
    searchDescription,
    body,
    // A choice that is none is refused by the call.
    facts: facts as Draft['facts'],
    pictureId: draft.pictureId || null,
  }
}

function factsOf(draft: TypedDraft): Facts | Unread {
  const { kind } = draft
  if (kind === 'service') return { kind, notYet: draft.notYet || null }
  if (kind === 'location') return locationOf(draft)
  if (kind === 'root') return { kind }
  const { topic, excerpt, author, published, highlighted } = draft
  const place = highlighted ? (wholeNumberOf(highlighted) ?? asTyped<number>(highlighted)) : null
  return { kind, topic, excerpt, author, published: published || null, highlighted: place }
}

function locationOf({ region, districts, moves }: TypedDraft): Facts | Unread {
  const errors: Unread['errors'] = {}
  const read = <Line,>(field: string, text: string, lineIn: (line: string) => Line | undefined, example: string) => {
    const lines = text.split('\n').filter((line) => line.trim() !== '')
    const found = lines.map((line) => lineIn(line.trim()))
    const wrong = lines[found.indexOf(undefined)]
    if (wrong !== undefined) errors[field] = [`“${wrong.trim().slice(0, 60)}” can’t be read. Write it like ${example}.`]
    return found.filter((one) => one !== undefined)
  }
  const facts: Facts = {
    kind: 'location',
    region,
    districts: read('districts', districts, placeIn, 'BN1 Brighton'),
    moves: read('moves', moves, moveIn, 'flat BN2 Kemptown > BN3 Hove'),
  }
  return Object.keys(errors).length > 0 ? { errors } : facts
}

/** The first sentence for a field of the editor, whatever the wire calls it: `facts.excerpt` is `excerpt`, `facts.moves.0.from` `moves`. */
export function errorsByField(errors: Readonly<Record<string, readonly string[]>> | undefined): Record<string, string> {
  const found: Record<string, string> = {}
  for (const [path, [first]] of Object.entries(errors ?? {})) {
    const [field = path] = path.replace(/^facts\./, '').split('.')
    if (first !== undefined) found[field] ??= first
  }
  return found
}

export const isSame = (one: TypedDraft, other: TypedDraft): boolean => JSON.stringify(one) === JSON.stringify(other)

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
      {isOtherPicture ? <p className="muted">{pictureChangeText(before.pictureId, after.pictureId)}</p> : null}
    </>
  )
}

const pictureChangeText = (before: string, after: string): string =>
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
