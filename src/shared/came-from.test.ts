import { describe, expect, it } from 'vitest'
import { cameFromHost, cameFromOf, cameFromPages, cameFromWord } from './came-from.ts'

const OURS = 'https://vanfare.example'

describe('where a visitor came from', () => {
  it.each([
    [`${OURS}/`, '', {}],
    [`${OURS}/`, 'https://www.search.example/?q=my+secret', { came_from: 'search.example' }],
    [
      `${OURS}/faq?utm_source=news&utm_campaign=spring&other=1`,
      'https://mail.example/inbox',
      { came_from: 'mail.example', utm_source: 'news', utm_campaign: 'spring' },
    ],
    // From one of our pages to the next: its words are taken along, its host is not a source.
    [`${OURS}/additional-services`, `${OURS}/?utm_source=news`, { utm_source: 'news' }],
    [`${OURS}/additional-services?came_from=agent.example`, `${OURS}/blog`, { came_from: 'agent.example' }],
    ['about:blank', 'nonsense', {}],
  ])('%s after %j', (address, referrer, expected) => {
    expect(cameFromPages(address, referrer)).toEqual(expected)
  })

  it('keeps a hundred characters that can be seen, and refuses nothing', () => {
    expect(cameFromWord('x'.repeat(5000))).toHaveLength(100)
    expect(cameFromWord(' a\u0000\u202Eb\n ')).toBe('ab')
    expect(cameFromWord('\uD800')).toBeNull()
    expect(cameFromWord(`x${'🚐'.repeat(200)}`)).toBe(`x${'🚐'.repeat(49)}`)
    expect(cameFromHost('<script>')).toBeNull()
    expect(cameFromHost('WWW.Agent.Example')).toBe('agent.example')
    expect(cameFromOf({ utm_source: ' ', came_from: 'no host at all' })).toBeNull()
    expect(cameFromOf({ utm_source: '"><b>' })).toMatchObject({ host: null, source: '"><b>' })
  })
})
