// No two location pages share more than 40 % of their sentences (issue 13): the texts as they are drawn, every pair. The name of a town
// is taken out of them first, so that one text with forty names is one text.
import { expect, test } from 'vitest'
import { readFolder } from '#modules/content/files/gateway.ts'
import { drawMarkdown } from '#modules/content/gateway.ts'

const MOST_SHARED = 0.4

interface Text {
  slug: string
  sentences: ReadonlySet<string>
}

/** As somebody reads them: without marks, in small letters, each once. */
function sentencesOf(html: string, name: string): Set<string> {
  const blocks = html.split(/<\/?(?:p|li|h[1-6]|td|th|tr|blockquote|ul|ol|table|hr|br)\b[^>]*>/)
  const sentences = blocks.flatMap((block) =>
    block
      .replaceAll(/<[^>]*>/g, '')
      .replaceAll(/&#?\w+;/g, "'")
      .replaceAll(name, '*')
      .split(/(?<=[.!?:])\s+/),
  )
  return new Set(sentences.map(plain).filter((sentence) => /\p{L}/u.test(sentence)))
}

const plain = (sentence: string): string =>
  sentence
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}*]+/gu, ' ')
    .trim()

/** Of the sentences of the shorter one. */
function shared(a: Text, b: Text): number {
  const both = [...a.sentences].filter((sentence) => b.sentences.has(sentence)).length
  return both / Math.min(a.sentences.size, b.sentences.size)
}

const pairsOver = (texts: readonly Text[]): string[] =>
  texts.flatMap((a, index) =>
    texts.slice(index + 1).flatMap((b) => {
      const share = shared(a, b)
      return share > MOST_SHARED ? [`${a.slug} and ${b.slug}: ${Math.round(share * 100)} %`] : []
    }),
  )

async function locationTexts(): Promise<Text[]> {
  const pages = (await readFolder('content')).filter(({ kind }) => kind === 'location')
  return Promise.all(
    pages.map(async ({ slug, content: { name, description, searchDescription, body } }) => {
      const { html } = await drawMarkdown(`${description}\n\n${searchDescription}\n\n${body}`)
      return { slug, sentences: sentencesOf(html, name) }
    }),
  )
}

test('no two location pages share more than 40 % of their sentences', async () => {
  const texts = await locationTexts()
  expect(texts).toHaveLength(40)
  for (const { slug, sentences } of texts) expect(sentences.size, slug).toBeGreaterThan(10)
  expect(pairsOver(texts)).toEqual([])
})

test('the control: the same text with another name is the same text', async () => {
  const [bath] = await locationTexts()
  const html = '<h2>Where to stop in Bath</h2><p>Vans stop in Bath. They wait.</p>'
  const other = html.replaceAll('Bath', 'York')
  const pair = [
    { slug: 'bath', sentences: sentencesOf(html, 'Bath') },
    { slug: 'york', sentences: sentencesOf(other, 'York') },
  ]
  expect(pairsOver(pair)).toEqual(['bath and york: 100 %'])
  expect(pairsOver(bath ? [bath, { ...bath, slug: 'again' }] : [])).toHaveLength(1)
})
