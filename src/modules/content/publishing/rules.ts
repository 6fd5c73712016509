import { numberText } from '#shared/number-text.ts'
import {
  hasHiddenCharacters,
  hasHiddenInText,
  HIGHLIGHTED,
  LEAST_SEARCH_DESCRIPTION,
  MOST,
  MOVE_SIZES,
  REGIONS,
  TOPICS,
  type District,
  type Facts,
  type FactsOf,
  type Words,
} from '../rules.ts'

/** What a page has to say before the public may see it: asked when the office publishes it and when it comes from a file. Pure. */

const HIDDEN = 'This has characters that can’t be seen. Type it again.'
const DISTRICTS = { least: 3, most: 8 } as const
const MOVES = 3

type Problem = string | undefined | false

/** Why a page cannot be public, by field as on the wire; empty if it can. */
export function whyNotPublic({
  name,
  title,
  description,
  searchDescription,
  body,
  facts,
}: Words): Record<string, string[]> {
  const problems: Record<string, Problem> = {
    name: lineProblem(name, MOST.name, 'Give the page a name for menus and lists.'),
    title: lineProblem(title, MOST.title, 'Give the page a title.'),
    description: lineProblem(description, MOST.description, 'Describe the page in a sentence or two.'),
    search_description:
      lineProblem(searchDescription, MOST.searchDescription, tooShort) ||
      (searchDescription.length < LEAST_SEARCH_DESCRIPTION && tooShort),
    body: bodyProblem(body),
    ...Object.fromEntries(Object.entries(factProblems(facts)).map(([field, problem]) => [`facts.${field}`, problem])),
  }
  return Object.fromEntries(
    Object.entries(problems).flatMap(([field, problem]) => (problem ? [[field, [problem]]] : [])),
  )
}

const tooShort = `Write at least ${LEAST_SEARCH_DESCRIPTION} characters.`
const tooLong = (text: string, most: number): Problem =>
  text.length > most && `At most ${numberText(most)} characters; it has ${numberText(text.length)}.`

const lineProblem = (line: string, most: number, ifEmpty: string): Problem =>
  line.trim() === '' ? ifEmpty : tooLong(line, most) || (hasHiddenCharacters(line) && HIDDEN)

const bodyProblem = (body: string): Problem =>
  body.trim() === '' ? 'Write the text of the page.' : tooLong(body, MOST.body) || (hasHiddenInText(body) && HIDDEN)

function factProblems(facts: Facts): Record<string, Problem> {
  if (facts.kind === 'service')
    return { not_yet: facts.notYet !== null && lineProblem(facts.notYet, MOST.notYet, 'Say why, or leave it out.') }
  if (facts.kind === 'location') return locationProblems(facts)
  return facts.kind === 'article' ? articleProblems(facts) : {}
}

const oneOf = (value: string, values: readonly string[]): Problem =>
  !values.includes(value) && `Choose one of ${values.join(', ')}.`

const articleProblems = ({ topic, excerpt, author, published, highlighted }: FactsOf<'article'>) => ({
  topic: oneOf(topic, TOPICS),
  excerpt: lineProblem(excerpt, MOST.excerpt, 'Write an excerpt for the list of articles.'),
  author: lineProblem(author, MOST.author, 'Say who wrote it.'),
  published: published !== null && !isInstant(published) && 'Write a moment such as 2026-09-14T07:00:00Z.',
  highlighted: highlighted !== null && !HIGHLIGHTED.some((place) => place === highlighted) && 'Choose place 1, 2 or 3.',
})

function locationProblems({ region, districts, moves }: FactsOf<'location'>) {
  const isCounted = districts.length >= DISTRICTS.least && districts.length <= DISTRICTS.most
  return {
    region: oneOf(region, REGIONS),
    districts: isCounted ? districts.map(districtProblem).find(Boolean) : 'Name three to eight districts.',
    moves:
      moves.length === MOVES
        ? moves
            .flatMap(({ size, from, to }) => [oneOf(size, MOVE_SIZES), districtProblem(from), districtProblem(to)])
            .find(Boolean)
        : 'Name three typical moves.',
  }
}

/** As a line of an outcode and a name, of which a list is made with semicolons. */
const districtProblem = ({ outcode, name }: District): Problem =>
  !/^[A-Z]{1,2}\d[A-Z\d]?$/.test(outcode) || name !== name.trim() || /[;>]/.test(name)
    ? 'Write a district like BN1 Brighton.'
    : lineProblem(name, MOST.name, 'Write a district like BN1 Brighton.')

/** To the second, in UTC. */
export const isInstant = (text: string): boolean =>
  /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/.test(text) &&
  !Number.isNaN(Date.parse(text)) &&
  new Date(text).toISOString() === text.replace('Z', '.000Z')
