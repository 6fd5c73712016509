import { readdirSync, readFileSync } from 'node:fs'
import { constants, getPriority } from 'node:os'
import { createLog } from '#platform/log.ts'
import { afterAll, expect, it } from 'vitest'
import { formatPence } from '#shared/money.ts'
import { aCredit, anInvoice, aPaperLine, aStatement } from '#test/support/factories/paper.ts'
import { pagesOf, wordsOf } from '#test/support/pdf.ts'
import type { SheetFacts } from './layout-rules.ts'
import { createPdfWriter, writePdfFile } from './gateway.ts'
import { pdfContentOf } from './rules.ts'
import { parseXml } from '../ubl/check-rules.ts'
import { ublFilesOf } from '../ubl/rules.ts'

const writer = createPdfWriter(createLog('silent'))
afterAll(() => writer.close())

const at = new Date('2026-12-02T09:00:00Z')

async function printed(sheets: readonly SheetFacts[], title = 'Smith & Sons <1>'): Promise<Buffer> {
  const prints = sheets.map((sheet) => ({
    pdf: pdfContentOf(sheet),
    attachments: ublFilesOf(sheet).map(({ name, xml }) => ({
      name,
      text: xml,
      description: 'Data',
      at: at.toISOString(),
    })),
  }))
  const chunks: Buffer[] = []
  for await (const chunk of writePdfFile(writer, 'somebody', { title, author: 'A & B', at, prints })) chunks.push(chunk)
  return Buffer.concat(chunks)
}

const jobs = (count: number) =>
  Array.from({ length: count }, (_, index) => aPaperLine({ pricePence: 20_000 + index, reference: `JOB${index}` }))

it('prints every word of a statement, and every letter of its names', async () => {
  const text = await wordsOf(await printed([aStatement()]))
  for (const phrase of ['Not a VAT document', 'Smith & Sons', 'Đặng Łódź Ōe Ltd', '28/11/2026', '−£6.00', '£164.00'])
    expect(text).toContain(phrase)
  expect(text).not.toContain('?')
})

/** Priorities of this process's threads, on Linux. The name in the line may have spaces, and is in brackets. */
const prioritiesOfThreads = (): number[] =>
  readdirSync('/proc/self/task').map((id) =>
    Number(readFileSync(`/proc/self/task/${id}/stat`, 'utf8').split(') ')[1]?.split(' ')[16]),
  )

it.runIf(process.platform === 'linux')('gives way to requests: its thread alone has a lower priority', async () => {
  await printed([aStatement()])
  expect(prioritiesOfThreads()).toContain(constants.priority.PRIORITY_BELOW_NORMAL)
  expect(getPriority(process.pid)).toBeLessThan(constants.priority.PRIORITY_BELOW_NORMAL)
})

it('carries the sums of a table from page to page, and numbers the pages', async () => {
  const lines = jobs(90)
  const pages = await pagesOf(await printed([anInvoice(lines)]))
  expect(pages.length).toBeGreaterThanOrEqual(4)
  pages.forEach((text, index) => expect(text).toContain(`Page ${index + 1} of ${pages.length}`))
  expect(pages.flatMap((text) => text.match(/JOB\d+/g) ?? [])).toEqual(lines.map(({ reference }) => reference))
  // What is carried over at the foot of a page is what all rows so far come to, and the next page begins with it.
  const feet = pages.slice(0, -1).filter((text) => text.includes('Carried over'))
  expect(feet.length).toBeGreaterThanOrEqual(2)
  let count = 0
  for (const text of feet) {
    count += text.match(/JOB\d+/g)?.length ?? 0
    const sum = formatPence(lines.slice(0, count).reduce((total, { pricePence }) => total + pricePence, 0))
    expect(text.slice(text.indexOf(`Carried over, ${count} bookings`))).toContain(sum)
    const next = pages[pages.indexOf(text) + 1] ?? ''
    expect(next.slice(next.indexOf(`Brought forward, ${count} bookings`))).toContain(sum)
    expect([text, next].join('\n')).toContain(`Brought forward, ${count} bookings`)
  }
  expect(pages.at(-1)).toContain('90 bookings')
})

it('leaves no closing sentence alone on a page: the sums come with it', async () => {
  for (let count = 16; count <= 21; count += 1) {
    const pages = await pagesOf(await printed([aStatement(jobs(count))]))
    const ends = ['Vanfare pays you', 'Questions:'].map((phrase) =>
      pages.findLastIndex((text) => text.includes(phrase)),
    )
    expect([count, ...ends]).toEqual([count, pages.length - 1, pages.length - 1])
  }
  expect((await pagesOf(await printed([aCredit()]))).at(-1)).toContain('Total credit')
})

it('makes the same bytes each time, alone or after others', async () => {
  const [first, , repeated] = [
    await printed([aStatement(jobs(40))]),
    await printed([aCredit()]),
    await printed([aStatement(jobs(40))]),
  ]
  expect(repeated?.equals(first ?? Buffer.alloc(0))).toBe(true)
})

it('is tagged, says its language, and has the data and a well-formed description of itself', async () => {
  const file = (await printed([aCredit()])).toString('latin1')
  for (const mark of [
    /\/MarkInfo/,
    /\/Lang \(en-GB\)/,
    /\/S \/H1/,
    /\/S \/TH\n\/A <<\n\/O \/Table\n\/Scope \/Column/,
    /\/OutputIntents/,
    /\/AFRelationship \/Alternative/,
    /\/FontFile2/,
  ])
    expect(mark.test(file), String(mark)).toBe(true)
  expect(file.match(/\/Type \/Filespec/g)).toHaveLength(3)
  const [xmp = ''] = /<x:xmpmeta[\s\S]*<\/x:xmpmeta>/.exec(file) ?? []
  expect(parseXml(xmp)).toMatchObject({ name: 'x:xmpmeta' })
  expect(xmp).toContain('Smith &amp; Sons &lt;1&gt;')
  expect(xmp).toContain('<pdfaid:part>3</pdfaid:part>')
})

it('has the pages of many papers in one file, each with numbers of its own', async () => {
  const pages = await pagesOf(await printed(Array.from({ length: 30 }, () => aStatement())))
  expect(pages).toHaveLength(30)
  for (const text of pages) expect(text).toContain('Page 1 of 1')
})
