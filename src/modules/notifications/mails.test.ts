import { globSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { renderMail } from './mail-templates.ts'
import { type Mail, isFinalRefusal } from './rules.ts'

/** Every mail that a `messages.ts` writes, with words in it that would do harm if they were not escaped. */
const HOSTILE = '<img src=x onerror=alert(1)>"\'&'
const URL_OF_OURS = 'https://vanfare.test/somewhere?a=1&b=2'

const BY_NAME: [RegExp, (name: string) => unknown][] = [
  [/url$/i, () => URL_OF_OURS],
  [/On$|[dD]ay$/, () => '2026-11-28'],
  [
    /^(now|start|at|by|until|from|to)$|(At|By|From|Until|Start|Before|start|end)$/,
    () => new Date('2026-11-28T09:00:00Z'),
  ],
  [/pence|minutes|seconds|count|number|pieces|kg|m3|percent|days|trips|version|miles|hours/i, () => 60],
  [/^(is|has|was|are|needs|may)[A-Z]/, () => true],
  [/(crew|lines|points|people|others|steps|rows|names|labels|items|next|reasons|missing|papers|expiring)$/i, () => []],
]
/** What a name alone does not say. */
const BY_PATH: Record<string, unknown> = {
  cancelledBy: 'customer',
  vanCategory: 'luton_van',
  help: 'no_help',
  paymentMethod: 'cash',
  userRole: 'customer',
  totalTime: '03:00',
  terms: null,
  calendarFile: () => ({ name: 'move.ics', content: 'BEGIN:VCALENDAR' }),
  ourTerms: () => ({ name: 'terms.html', content: '<p>Terms</p>' }),
  respondBy: new Date('2026-11-28T09:00:00Z'),
  from: HOSTILE,
  to: HOSTILE,
  by: HOSTILE,
  until: HOSTILE,
  kind: 'driving_licence',
  lifting: HOSTILE,
  status: 'operating',
  againFrom: '2026-11-28',
}
const OBJECTS = /^(agreed|work|load|van|company|unit|document|person|booking|parties|trader|move|order|change|claim)$/

const LISTS = new Set([
  'map',
  'filter',
  'every',
  'some',
  'join',
  'length',
  'flatMap',
  'slice',
  'includes',
  'find',
  'reduce',
])
const none: unknown[] = []

/** Anything that a message may ask for; said as a text it is `text`. */
const fixture = (text: string): object =>
  new Proxy(
    {},
    {
      get: (_, property) => {
        if (property === Symbol.iterator) return none[Symbol.iterator].bind(none)
        if (typeof property === 'symbol') return undefined
        if (property === 'toString') return () => text
        if (property === 'toFixed') return () => '4.5'
        if (property === 'getTime') return () => Date.parse('2026-11-28T09:00:00Z')
        if (LISTS.has(property)) {
          const value: unknown = Reflect.get(none, property)
          return typeof value === 'function' ? value.bind(none) : value
        }
        if (Object.hasOwn(BY_PATH, property)) return BY_PATH[property]
        if (OBJECTS.test(property)) return fixture(HOSTILE)
        return BY_NAME.find(([pattern]) => pattern.test(property))?.[1](property) ?? HOSTILE
      },
    },
  )

const mailIn = (made: unknown): Mail | undefined => {
  if (typeof made !== 'object' || made === null) return undefined
  const mail = 'mail' in made ? made.mail : made
  return typeof mail === 'object' && mail !== null && 'paragraphs' in mail ? (asTexts(mail) as Mail) : undefined
}

/** What a message took as it came is a text. */
const asTexts = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(asTexts)
  if (typeof value !== 'object' || value === null) return value
  const isMade = Object.getPrototypeOf(value) === Object.prototype && Object.keys(value).length > 0
  return isMade
    ? Object.fromEntries(Object.entries(value).map(([key, part]) => [key, asTexts(part)]))
    : (value as { toString(): string }).toString()
}

/** They take a notice, and write none of their own. */
const HELPERS = ['mergeNotices']

const written: [name: string, mail: Mail][] = []
const failed: string[] = []
for (const path of globSync('src/modules/**/*messages.ts').toSorted()) {
  const module: Record<string, unknown> = await import(/* @vite-ignore */ `../../../../${path}`)
  for (const [name, make] of Object.entries(module)) {
    if (typeof make !== 'function' || HELPERS.includes(name)) continue
    try {
      const [url, more, rest] = [URL_OF_OURS, URL_OF_OURS, URL_OF_OURS].map(fixture)
      const mail = mailIn(make(url, more, rest, rest))
      if (mail) written.push([`${path.replace('src/modules/', '')} ${name}`, mail])
    } catch (error) {
      failed.push(`${path.replace('src/modules/', '')} ${name}: ${String(error)}`)
    }
  }
}

it('nearly every email is among those that are looked at', () => {
  expect(failed).toEqual([])
  expect(written.length).toBeGreaterThan(50)
})

it.each(written)('%s: nothing of its words is a tag, its links are absolute, and it loads nothing', (_, mail) => {
  const { text, html } = renderMail(mail, { sender: 'Vanfare Ltd' })
  expect(html).not.toContain('<img')
  expect(html).not.toMatch(/src=["']|url\(|<script|<link/)
  for (const [, link] of html.matchAll(/href="([^"]*)"/g)) expect(link).toMatch(/^https:\/\//)
  expect(text).toContain(mail.title)
  const unescaped = html
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('<br>', '\n')
    .replaceAll('&amp;', '&')
  const { title, paragraphs, sections = [], action } = mail
  const facts = [title, ...paragraphs, action?.label, action?.url].concat(
    sections.flatMap(({ heading, rows = [], paragraphs: more = [] }) => [
      heading,
      ...rows.flatMap(({ name, value }) => [name, value]),
      ...more,
    ]),
  )
  for (const fact of facts) {
    if (fact === undefined) continue
    expect(text).toContain(fact)
    expect(unescaped).toContain(fact)
  }
})

describe('an email', () => {
  const footer = { sender: 'Vanfare Ltd, London', settingsUrl: 'https://vanfare.example/settings/notifications' }
  const mail: Mail = {
    title: 'Your move is confirmed',
    eyebrow: 'Booking 48217',
    sign: {
      when: 'Sat 14 March, 08:30',
      stops: [{ name: '48 Hoe Street', detail: 'E17 4QH' }, { name: 'Croydon' }, { name: 'Brighton' }],
    },
    paragraphs: ['Hello Jane,\nit is nearly done.', 'Keep this email.'],
    sections: [
      {
        heading: 'What you pay',
        rows: [
          { name: '6 h 30 min', value: '£403.00' },
          { name: 'Total, by card', value: '£453.12', isTotal: true },
        ],
        paragraphs: ['No more than £484.12.'],
      },
    ],
    action: { label: 'Open your booking', url: 'https://vanfare.example/booking/x?a=1&b=2' },
  }

  it('says the same in text and in HTML', () => {
    const { text, html } = renderMail(mail, footer)
    expect(text).toBe(
      [
        'Booking 48217',
        'Your move is confirmed',
        'Sat 14 March, 08:30\nA: 48 Hoe Street, E17 4QH\n1: Croydon\nB: Brighton',
        'Hello Jane,\nit is nearly done.',
        'Keep this email.',
        'What you pay\n6 h 30 min: £403.00\nTotal, by card: £453.12\nNo more than £484.12.',
        'Open your booking:\nhttps://vanfare.example/booking/x?a=1&b=2',
        'Vanfare\nVanfare Ltd, London\nWhat we send, and how:\nhttps://vanfare.example/settings/notifications\n',
      ].join('\n\n'),
    )
    for (const fragment of [
      'Booking 48217',
      'Your move is confirmed</h1>',
      'Hello Jane,<br>it is',
      '£453.12',
      '£484.12',
      '<b>48 Hoe Street</b>',
      '>1</span>',
      '<b>Brighton</b>',
    ])
      expect(html).toContain(fragment)
    expect(html).toContain('href="https://vanfare.example/booking/x?a=1&amp;b=2"')
  })

  it('has one green head, one yellow action, tables for programs and a dark mode', () => {
    const { html } = renderMail(mail, footer)
    expect(html.match(/class="sign"/g)).toHaveLength(1)
    expect(html.match(/<a [^>]*background:#ffd21f/g)).toHaveLength(1)
    expect(html).toContain('prefers-color-scheme: dark')
    expect(html).toContain('name="color-scheme" content="light dark"')
    expect(html).not.toMatch(/<(img|script|link|iframe|form)|url\(|display:\s*(flex|grid)/)
    for (const [opened] of html.matchAll(/<table[^>]*>/g)) expect(opened).toContain('role="presentation"')
  })

  it('T-088: whatever the words hold, the HTML has no tag of theirs', () => {
    const hostile = '<img src=x onerror=alert(1)>"\'&'
    const { html } = renderMail(
      {
        title: hostile,
        eyebrow: hostile,
        sign: { when: hostile, stops: [{ name: hostile, detail: hostile }] },
        paragraphs: [hostile],
        sections: [{ heading: hostile, rows: [{ name: hostile, value: hostile }], paragraphs: [hostile] }],
        action: { label: hostile, url: `https://x/${hostile}` },
      },
      { sender: hostile, settingsUrl: `https://x/${hostile}` },
    )
    expect(html).not.toContain('<img')
    expect(html.match(/&lt;img src=x onerror=alert\(1\)&gt;&quot;&#39;&amp;/g)?.length).toBeGreaterThan(10)
  })

  it('breaks a word that no phone is wide enough for, and leaves short ones whole', () => {
    const long = 'W'.repeat(80)
    const rows = [
      { name: long, value: '£31.00' },
      { name: 'Van', value: long },
    ]
    const { html } = renderMail({ title: long, paragraphs: [long], sections: [{ heading: 'More', rows }] }, footer)
    const cellOf = (text: string) => new RegExp(`<td[^>]*>(<b>)?${text}<`).exec(html)?.[0]
    expect(html.match(/overflow-wrap:anywhere[^>]*>(<b>)?W{80}/g)).toHaveLength(4)
    for (const short of ['£31.00', 'Van']) expect(cellOf(short)).not.toContain('overflow-wrap')
  })
})

describe('pace of sending', () => {
  it.each([
    [{ responseCode: 550, command: 'RCPT TO' }, true],
    [{ responseCode: 554, command: 'DATA' }, true],
    [{ responseCode: 450, command: 'RCPT TO' }, false],
    [{ responseCode: 535, command: 'AUTH PLAIN' }, false], // our own password is wrong: to be mended, not given up
    [{ responseCode: 554, command: 'CONN' }, false],
    [{}, false],
  ])('%j: a final no? %s', (failure, isFinal) => {
    expect(isFinalRefusal(failure)).toBe(isFinal)
  })
})
