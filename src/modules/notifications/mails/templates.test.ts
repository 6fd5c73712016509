import { describe, expect, test } from 'vitest'
import type { Mail } from '../rules.ts'
import { renderMail } from './templates.ts'

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

describe('an email', () => {
  test('says the same in text and in HTML', () => {
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

  test('has one green head, one yellow action, tables for programs and a dark mode', () => {
    const { html } = renderMail(mail, footer)
    expect(html.match(/class="sign"/g)).toHaveLength(1)
    expect(html.match(/<a [^>]*background:#ffd21f/g)).toHaveLength(1)
    expect(html).toContain('prefers-color-scheme: dark')
    expect(html).toContain('name="color-scheme" content="light dark"')
    expect(html).not.toMatch(/<(img|script|link|iframe|form)|url\(|display:\s*(flex|grid)/)
    for (const [opened] of html.matchAll(/<table[^>]*>/g)) expect(opened).toContain('role="presentation"')
  })

  test('T-088: whatever the words hold, the HTML has no tag of theirs', () => {
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

  test('breaks a word that no phone is wide enough for, and leaves short ones whole', () => {
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
