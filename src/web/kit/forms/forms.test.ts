import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { redirect } from 'react-router'
import { describe, expect, it } from 'vitest'
import { confirmTwoStep } from '#modules/identity/two-step/contract.ts'
import { verifyPhone } from '#modules/identity/verification/contract.ts'
import type { CallResult } from '#shared/call.ts'
import type { Endpoint, FieldErrors } from '#shared/endpoint.ts'
import { codeError } from '../account/settings-card.tsx'
import { firstOfRegions } from '../content/content-picture.tsx'
import { breadcrumbs, jsonLd } from '../content/json-ld.tsx'
import { pageIn, readPage, type ListPlace } from '../page/page-in-address.ts'
import { kindOf, preparePhoto, refusalOf } from '../upload/photo-files.ts'
import { resultOf } from '../upload/send-files.ts'
import { answerWithPasswordOf } from './answer.server.ts'
import { noAnswerOf, orUnreachable } from './answer.ts'
import { turned } from './filter-chips.tsx'
import { wrongMoveDay } from './move-day.ts'

it.each([
  [0, /Check your connection/],
  [500, /at our end, not yours/],
  [502, /at our end, not yours/],
  [429, /very busy/],
  [503, /very busy/],
])('after %i it says what is true', (status, sentence) => {
  const { detail } = noAnswerOf(status)
  expect(detail).toMatch(sentence)
  expect(/connection/.test(detail)).toBe(status === 0)
})

/** The router’s error for an answer that was no page of ours. */
const answered = (status: number) => ({ status, statusText: '', internal: false, data: null })

describe('a form that is sent', () => {
  it('gets the answer of the server', async () => {
    expect(await orUnreachable(() => Promise.resolve({ ok: true }))).toEqual({ ok: true })
  })

  it.each([
    ['no network', new TypeError('Failed to fetch')],
    ['a proxy without a server', answered(502)],
  ])('stays on its page with %s', async (_, failure) => {
    const reply = await orUnreachable(() => Promise.reject(failure))
    expect(reply).toMatchObject({ data: { ok: false, detail: expect.stringContaining('Check your connection') } })
    // The router does not reload the page at status 400 or above.
    expect(reply).toMatchObject({ init: { status: 503 } })
  })

  it.each([
    ['a page that is somebody else’s', answered(403)],
    ['a way to another page', redirect('/')],
    ['a defect', new Error('a defect')],
  ])('leaves %s as it is', async (_, failure) => {
    await expect(orUnreachable(() => Promise.reject(failure))).rejects.toBe(failure)
  })
})

const web = join(import.meta.dirname, '../..')

it('every page with something typed stays when it cannot be sent', () => {
  const pages = ['account', 'admin', 'driver'].flatMap((folder) =>
    readdirSync(join(web, folder), { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.tsx'))
      .map((name) => join(folder, name)),
  )
  const sourceOf = (page: string) => readFileSync(join(web, page), 'utf8')
  const sending = pages.filter((page) => sourceOf(page).includes('async function action('))
  const losing = sending.filter((page) => !/\b(?:orUnreachable|submitWithFallback)\(/.test(sourceOf(page)))
  // Four whose button has nothing typed beside it, one whose script sends without the router, and one that the browser itself sends.
  expect(losing.toSorted()).toEqual([
    'account/emailed-links/change-email.tsx',
    'account/emailed-links/login-link.tsx',
    'account/login/login.tsx',
    'account/login/register.tsx',
    'account/settings/delete-account.tsx',
    'driver/settings/confirm-bank-account.tsx',
  ])
  expect(sending.length).toBeGreaterThan(15)
})

describe('answers of the server', () => {
  const passwordRefusal = (errors?: FieldErrors) =>
    ({
      ok: false,
      status: 403,
      problem: { code: 'reauth_required', detail: 'Enter your password to do this.', errors },
    }) as unknown as CallResult<Endpoint>

  it('a password is asked for at its field, and a wrong one is called wrong', () => {
    expect(answerWithPasswordOf(passwordRefusal())).toMatchObject({
      errors: { current_password: ['Enter your password to do this.'] },
    })
    expect(answerWithPasswordOf(passwordRefusal({ current_password: ['This isn’t your password.'] }))).toMatchObject({
      errors: { current_password: ['This isn’t your password.'] },
    })
  })
})

describe('filter chips', () => {
  it.each([
    ['', '?day=today', false],
    ['?unit=7&page=3', '?unit=7&day=today', false],
    ['?day=today&unit=7&after=x', '?unit=7', true],
    ['?day=later', '?day=today', false],
  ])('from "%s" day=today leads to "%s"', (search, to, isOn) => {
    expect(turned(search, 'day', 'today')).toEqual({ search: to, isOn })
  })
})

describe('the day of a move', () => {
  const days = { firstDay: '2026-11-28', lastDay: '2027-05-27' }

  it.each([
    ['2026-11-27', 'That date has passed. Choose today or a later one.'],
    ['2026-11-28', undefined],
    ['2027-05-27', undefined],
    ['2027-05-28', 'Choose a date within the next 180 days.'],
  ])('%s: %s', (day, sentence) => {
    expect(wrongMoveDay(day, days)).toBe(sentence)
  })
})

describe('the page in the address', () => {
  it.each([
    ['', 1],
    ['?page=2', 2],
    ['?unit=a&page=500', 500],
    ['?page=501', 1],
    ['?page=0', 1],
    ['?page=-1', 1],
    ['?page=1.5', 1],
    ['?page=1e9', 1],
    ['?page=two', 1],
  ])('of an address with %j', (search, page) => {
    expect(pageIn(`https://vanfare.example/list${search}`)).toBe(page)
  })

  it('a cursor of the address is asked for, and a first page where it opens nothing', async () => {
    const requested: ListPlace[] = []
    const read = (opens: boolean) => async (place: ListPlace) => {
      requested.push(place)
      return 'after' in place && !opens
        ? { ok: false as const, status: 422, problem: {} as never }
        : { ok: true as const, status: 200, data: {} as never }
    }
    await readPage('https://vanfare.example/list?page=3', read(true))
    await readPage('https://vanfare.example/list?after=here', read(true))
    await readPage('https://vanfare.example/list?after=gone', read(false))
    expect(requested).toEqual([{ page: 3 }, { after: 'here' }, { after: 'gone' }, { page: 1 }])
  })
})

describe('kindOf', () => {
  it.each([
    ['a.jpg', 'image/jpeg', 'taken'],
    ['a.heic', 'image/heic', 'heic'],
    ['a.HEIC', '', 'heic'],
    ['a.heif', 'image/heif-sequence', 'heic'],
    ['a.gif', 'image/gif', 'other'],
    ['a.pdf', 'application/pdf', 'other'],
    ['a', '', 'other'],
  ])('%s of type "%s" is %s', (name, type, kind) => {
    expect(kindOf({ name, type })).toBe(kind)
  })
})

describe('refusalOf', () => {
  it('says what to do', () => {
    expect(refusalOf({ name: 'plan.pdf', type: 'application/pdf', size: 9 })).toMatch(
      /^We can’t read plan\.pdf\. Use JPEG/,
    )
    expect(refusalOf({ name: 'a.jpg', type: 'image/jpeg', size: 0 })).toBe('a.jpg is empty.')
    expect(refusalOf({ name: 'a.jpg', type: 'image/jpeg', size: 1 })).toBeUndefined()
  })
})

describe('preparePhoto', () => {
  it('leaves a small picture as it is', async () => {
    const file = new File(['x'], 'a.jpg', { type: 'image/jpeg' })
    expect(await preparePhoto(file)).toEqual({ ok: true, file })
  })

  it('refuses HEIC with a clear sentence where it cannot be read', async () => {
    const prepared = await preparePhoto(new File(['x'], 'stairs.heic', { type: 'image/heic' }))
    expect(prepared).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/can’t read stairs\.heic.*JPEG/) as string,
    })
  })

  it('refuses what stays larger than the server takes', async () => {
    const file = new File([new Uint8Array(11 * 1024 * 1024)], 'big.png', { type: 'image/png' })
    expect(await preparePhoto(file)).toMatchObject({
      ok: false,
      reason: expect.stringMatching(/larger than 10 MB/) as string,
    })
  })
})

describe('sending files', () => {
  it.each([
    [
      { status: 201, body: { id: '1' } },
      { ok: true, body: { id: '1' } },
    ],
    [
      { status: 204, body: null },
      { ok: true, body: null },
    ],
    [
      { status: 422, body: { detail: 'Please check.', errors: { 'files.0': ['This PDF is locked.'] } } },
      { ok: false, reason: 'This PDF is locked.', errors: { 'files.0': 'This PDF is locked.' } },
    ],
    [
      { status: 409, body: { detail: 'A gallery is full.' } },
      { ok: false, reason: 'A gallery is full.', errors: {} },
    ],
    [
      { status: 0, body: null },
      { ok: false, reason: 'It couldn’t be sent. Check your connection and try again.', errors: {} },
    ],
  ])('an answer of %j', (answer, expected) => expect(resultOf(answer)).toEqual(expected))
})

describe('the card of settings', () => {
  const taken = {
    phone: (code: string) => verifyPhone.body.safeParse({ phone: null, code }).data?.code,
    app: (code: string) => confirmTwoStep.body.safeParse({ code }).data?.code,
  }

  it.each(Object.entries(taken))('%s: a code in two groups, as apps show it, is the code', (_, codeOf) => {
    expect(codeError(' 123 456 ')).toBeUndefined()
    expect(codeOf(' 123 456 ')).toBe('123456')
  })

  it.each(['', '12345', '123 45', '1234567', '12345a'])('%j is no code', (text) => {
    expect(codeError(text)).toBe('The code has six digits.')
    expect([taken.phone(text), taken.app(text)]).toEqual([undefined, undefined])
  })
})

describe('content pictures', () => {
  it('each region is named once, by the first of its places', () => {
    const places = [
      { name: 'London', region: 'London' },
      { name: 'Brighton', region: 'South East' },
      { name: 'Reading', region: 'South East' },
      { name: 'Cardiff', region: 'Wales' },
    ]
    expect(firstOfRegions(places).map(({ name }) => name)).toEqual(['London', 'Brighton', 'Cardiff'])
    expect(firstOfRegions([])).toEqual([])
  })
})

describe('JSON-LD', () => {
  const HOSTILE = '</script><script>alert(1)</script><!-- <script>'

  it('whatever a text says, it stays in its element, and says the same', () => {
    const written = jsonLd([{ '@type': 'Article', headline: HOSTILE }])
    expect(written).not.toContain('<')
    expect(JSON.parse(written)).toEqual({ '@context': 'https://schema.org', '@type': 'Article', headline: HOSTILE })
  })

  it('several things are one graph; the way to a page begins at home', () => {
    const way = breadcrumbs('https://vanfare.example', [{ name: 'Services', to: '/our-services' }])
    expect(JSON.parse(jsonLd([way, { '@type': 'Service' }]))['@graph']).toHaveLength(2)
    expect(way).toMatchObject({
      itemListElement: [
        { position: 1, name: 'Home', item: 'https://vanfare.example/' },
        { position: 2, name: 'Services', item: 'https://vanfare.example/our-services' },
      ],
    })
  })
})
