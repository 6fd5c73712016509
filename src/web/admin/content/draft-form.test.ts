import { describe, expect, it } from 'vitest'
import type { VersionText } from './page-texts.ts'
import { draftOf, errorsByField, newDraft, typedOf } from './draft-form.tsx'

const version = (facts: VersionText['facts']): VersionText => ({
  number: 3,
  name: 'Name',
  title: 'Title',
  description: 'Description',
  searchDescription: 'Search',
  body: 'Text',
  facts,
  picture: { id: 'p', url: '/p', alt: 'A van' },
  searchResult: { title: '', description: '', advice: [] },
  readingMinutes: 1,
})

const district = (outcode: string, name: string) => ({ outcode, name })

describe('a version in the fields of the editor', () => {
  it.each<VersionText['facts']>([
    { kind: 'root' },
    { kind: 'service', notYet: null },
    { kind: 'service', notYet: 'Not yet.' },
    { kind: 'article', topic: 'Roads', excerpt: 'E', author: 'A', published: '2026-01-02T03:04:05Z', highlighted: 2 },
    { kind: 'article', topic: 'Price', excerpt: '', author: '', published: null, highlighted: null },
    {
      kind: 'location',
      region: 'South East',
      districts: [district('BN1', 'Brighton'), district('BN3', 'Hove')],
      moves: [{ size: 'flat', from: district('BN1', 'Brighton'), to: district('BN3', 'Hove') }],
    },
  ])('goes back as it came: %j', (facts) => {
    const { name, title, description, searchDescription, body } = version(facts)
    expect(draftOf(typedOf(version(facts)))).toEqual({
      name,
      title,
      description,
      searchDescription,
      body,
      facts,
      pictureId: 'p',
    })
  })

  it('names the line that cannot be read', () => {
    const draft = { ...newDraft('location', 'Hove'), districts: 'BN3 Hove\n\nbrighton', moves: 'BN1 > BN3' }
    expect(draftOf(draft)).toEqual({
      errors: {
        districts: [expect.stringContaining('“brighton” can’t be read')],
        moves: [expect.stringContaining('“BN1 > BN3” can’t be read')],
      },
    })
  })
})

it('a new page has its title as its name, as far as there is room', () => {
  const draft = newDraft('article', 'A title that is a good deal longer than a name may be')
  expect(draft).toMatchObject({ kind: 'article', name: 'A title that is a good deal longer than', body: '' })
})

it('what is wrong is said at its field', () => {
  expect(
    errorsByField({
      'facts.excerpt': ['Too long.'],
      body: ['None.', 'More.'],
      'facts.moves.0.from.name': ['No name.'],
    }),
  ).toEqual({ excerpt: 'Too long.', body: 'None.', moves: 'No name.' })
})
