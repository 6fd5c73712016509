import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { pdf, streamObject } from '#test/support/pdfs.ts'
import { readPaper } from './gateway.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'vanfare-papers-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

async function read(bytes: Buffer): Promise<string> {
  const path = join(folder, 'paper')
  writeFileSync(path, bytes)
  const paper = await readPaper(path)
  if ('code' in paper) return paper.code
  expect(paper.bytes.equals(bytes)).toBe(true)
  return 'taken'
}

const withStream = (parts: (string | Buffer)[]) =>
  Buffer.concat([
    pdf().subarray(0, -6),
    ...parts.map((part) => Buffer.from(part as string, 'latin1')),
    Buffer.from('%%EOF\n'),
  ])

describe('T-080: a PDF is taken', () => {
  test.each<[string, Buffer, string]>([
    ['with one page', pdf(), 'taken'],
    ['with twenty', pdf({ pages: 20 }), 'taken'],
    ['with its structure packed away', pdf({ packed: '10 0 << /Type /Page >>' }), 'taken'],
    ['with words that only look dangerous', pdf({ objects: ['(see /JSmith, launched by Java)'] }), 'taken'],
    [
      'with a picture in it',
      withStream(streamObject('/Subtype /Image', Buffer.from('/JS (x)'), '/Filter /DCTDecode')),
      'taken',
    ],
    ['not with twenty-one', pdf({ pages: 21 }), 'too_many_pages'],
    ['not without any', pdf({ pages: 0 }), 'unreadable_paper'],
    ['not locked', pdf({ trailer: '/Encrypt 5 0 R' }), 'encrypted_paper'],
    ['not locked in place', pdf({ trailer: '/Encrypt << /Filter /Standard >>' }), 'encrypted_paper'],
    ['not with a script', pdf({ catalogue: '/OpenAction << /S /JavaScript /JS (app.alert(1)) >>' }), 'active_paper'],
    ['not with an escaped script', pdf({ catalogue: '/OpenAction << /S /J#61vaScript /J#53 (x) >>' }), 'active_paper'],
    ['not with a bare script', pdf({ objects: ['<< /S /Other /JS <6170> >>'] }), 'active_paper'],
    ['not with a packed script', pdf({ packed: '10 0 << /S /JavaScript /JS (x) >>' }), 'active_paper'],
    ['not with a program to start', pdf({ objects: ['<< /S /Launch /F (cmd.exe) >>'] }), 'active_paper'],
    ['not with a file inside', pdf({ objects: ['<< /Type /EmbeddedFile >>'] }), 'active_paper'],
    ['not with files inside', pdf({ catalogue: '/Names << /EmbeddedFiles 5 0 R >>' }), 'active_paper'],
    ['not with an XFA form', pdf({ catalogue: '/AcroForm << /XFA [] >>' }), 'active_paper'],
    ['not with an archive behind it', pdf({ behind: `PK\u0003\u0004${'x'.repeat(2000)}` }), 'unreadable_paper'],
    ['not cut off', pdf().subarray(0, 200), 'unreadable_paper'],
    [
      'not packed in an unusual way',
      withStream(streamObject('/Type /ObjStm /N 1 /First 4', Buffer.from('x'), '/Filter /LZWDecode')),
      'unreadable_paper',
    ],
    [
      'not packed wrongly',
      withStream(streamObject('/Type /ObjStm /N 1 /First 4', Buffer.from('not deflated'))),
      'unreadable_paper',
    ],
    [
      'not with an object stream under another name',
      withStream(streamObject('/N 1 /First 4', deflateSync('<< /S /JavaScript >>'))),
      'active_paper',
    ],
    [
      'not with an object stream in what looks like another',
      withStream(['<< >>\nstream\n', ...streamObject('/Type /ObjStm', deflateSync('<< /S /Launch >>'))]),
      'active_paper',
    ],
  ])('%s', async (_name, bytes, outcome) => {
    expect(await read(bytes)).toBe(outcome)
  })

  test('not if it unpacks to more than anything needs: a bomb costs nothing', { timeout: 5000 }, async () => {
    const bomb = deflateSync(Buffer.alloc(200 * 1024 ** 2), { level: 9 })
    const before = process.memoryUsage().rss
    expect(await read(withStream(streamObject('/Type /ObjStm /N 1 /First 4', bomb)))).toBe('unreadable_paper')
    expect(process.memoryUsage().rss - before).toBeLessThan(100 * 1024 ** 2)
  })
})
