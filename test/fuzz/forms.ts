import type { Random } from '../../db/seed/random.ts'
import type { Part } from '#test/support/multipart.ts'
import type { Change } from './changes.ts'

const field = (name: string, content: string): Part => ({
  content,
  head: `Content-Disposition: form-data; name="${name}"\r\n`,
})

const fieldNames = ['kind', 'number', 'expires_on', 'unknown', '__proto__', 'constructor', '', 'images', 'files']
const fieldTexts = ['', 'x'.repeat(1025), 'v5c', 'mot', 'null', '2026-02-30', '2027-01-01', 'ZZ1', '\u0000', '🚚', '[]']
const fileNames = ['', '../../x.pdf', 'a\u0000b', '🚚.png', 'x'.repeat(300), 'x.exe', '"', '.', 'CON', '\r\nX: y']
const types = ['', 'text/html', 'image/svg+xml', 'application/pdf', 'application/x-msdownload', 'x'.repeat(200)]
const contents: (string | Buffer)[] = [
  '',
  'x',
  'GIF89a',
  '%PDF-1.7\n',
  '%PDF-1.7\ntrailer\n<< /Root 1 0 R >>\nstartxref\n0\n%%EOF\n',
  '<svg xmlns="http://www.w3.org/2000/svg"/>',
  Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]),
  Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
  Buffer.from('RIFF\u0000\u0000\u0000\u0000WEBPVP8 ', 'latin1'),
  Buffer.from('\u0000\u0000\u0000\u0018ftypheic', 'latin1'),
  Buffer.alloc(100_000, 0x41),
]

/** One thing in a multipart body that is different: a part, its bytes, its names, or the body's own frame. */
export function formChange(random: Random, form: readonly Part[]): Change {
  const at = random.int(0, form.length - 1)
  const on = (name: string, change: (parts: Part[]) => Part[]): Change => ({
    name: `form ${name.slice(0, 200)}`,
    apply: (draft) => ({ ...draft, form: { ...draft.form, parts: change([...(draft.form?.parts ?? [])]) } }),
  })
  const part = (name: string, more: Partial<Part>) =>
    on(`part ${at} ${name}`, (parts) => parts.map((one, index) => (index === at ? { ...one, ...more } : one)))
  const bytes = Buffer.from(form[at]?.content ?? '')
  return random.weighted<() => Change>([
    [() => on(`without part ${at}`, (parts) => parts.filter((_, index) => index !== at)), 2],
    [() => on(`part ${at} twice`, (parts) => [...parts, ...parts.slice(at, at + 1)]), 2],
    [() => on('eleven times', (parts) => Array.from({ length: 11 }, () => parts).flat()), 0.3],
    [() => fieldAdded(random, on), 4],
    [() => contentChanged(random, part), 4],
    [() => part('cut short', { content: bytes.subarray(0, random.int(0, bytes.length)) }), 2],
    [() => part('with one byte different', { content: flipped(bytes, random.int(0, bytes.length - 1)) }), 3],
    [() => nameChanged(random, part), 3],
    [() => part('without any head', { head: '' }), 1],
    [() => ended('', 'without its end'), 1],
    [() => typed(random), 1],
  ])()
}

function fieldAdded(random: Random, on: (name: string, change: (parts: Part[]) => Part[]) => Change): Change {
  const [name, text] = [random.pick(fieldNames), random.pick(fieldTexts)]
  return on(`field ${name} = ${text}`, (parts) =>
    random.chance(0.5) ? [field(name, text), ...parts] : [...parts, field(name, text)],
  )
}

function contentChanged(random: Random, part: (name: string, more: Partial<Part>) => Change): Change {
  const content = random.pick([...contents, ...fieldTexts])
  return part(`holds ${content.toString('latin1').slice(0, 40)}`, { content })
}

function nameChanged(random: Random, part: (name: string, more: Partial<Part>) => Change): Change {
  const [name, filename, type] = [random.pick(fieldNames), random.pick(fileNames), random.pick(types)]
  return random.pick([
    part(`is called ${name}`, { name, head: undefined }),
    part(`of the file ${filename}`, { filename, head: undefined }),
    part(`of the type ${type}`, { type, head: undefined }),
  ])
}

function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes)
  if (copy.length > 0) copy[at] = (copy[at] ?? 0) ^ 0x55
  return copy
}

const ended = (end: string, name: string): Change => ({
  name: `form ${name}`,
  apply: (draft) => ({ ...draft, form: { parts: draft.form?.parts ?? [], end } }),
})

function typed(random: Random): Change {
  const type = random.pick([
    'multipart/form-data',
    'multipart/form-data; boundary=x',
    'multipart/mixed; boundary=x',
    'text/plain',
  ])
  return {
    name: `form sent as ${type}`,
    apply: (draft) => ({ ...draft, headers: { ...draft.headers, 'content-type': type } }),
  }
}
