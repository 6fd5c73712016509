import { describe, expect, it } from 'vitest'
import { icalendar } from './icalendar.ts'

const now = new Date('2026-11-20T09:00:00.500Z')
const feed = (more: Parameters<typeof icalendar>[0]['events']) => icalendar({ name: 'Sam, Van 1', events: more, now })

describe('a calendar file', () => {
  it('has times in UTC and whole days to the day after', () => {
    const text = feed([
      {
        uid: 'a',
        summary: 'E17 to BN1',
        when: { start: new Date('2026-11-28T09:00:00Z'), end: new Date('2026-11-28T15:30:00Z') },
      },
      { uid: 'b', summary: 'Vacation', when: { startDay: '2026-12-31', endDay: '2027-01-01' } },
    ])
    expect(text.split('\r\n')).toEqual(
      expect.arrayContaining([
        'DTSTART:20261128T090000Z',
        'DTEND:20261128T153000Z',
        'DTSTART;VALUE=DATE:20261231',
        'DTEND;VALUE=DATE:20270102',
        String.raw`X-WR-CALNAME:Sam\, Van 1`,
        'DTSTAMP:20261120T090000Z',
      ]),
    )
    expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
  })

  it('lets no text begin another line', () => {
    const text = feed([
      {
        uid: 'a',
        summary: 'x\r\nEND:VEVENT\nATTACH:https://evil.example\u0000',
        when: { startDay: '2026-12-01', endDay: '2026-12-01' },
      },
    ])
    expect(text.match(/^END:VEVENT/gm)).toHaveLength(1)
    expect(text).not.toMatch(/^ATTACH/m)
    expect(text).toContain(String.raw`SUMMARY:x\nEND:VEVENT\nATTACH:https://evil.example`)
  })

  it('folds long lines at 75 bytes without cutting a character', () => {
    const text = feed([{ uid: 'a', summary: 'é'.repeat(100), when: { startDay: '2026-12-01', endDay: '2026-12-01' } }])
    for (const line of text.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
    expect(text.replaceAll('\r\n ', '')).toContain(`SUMMARY:${'é'.repeat(100)}`)
  })
})
