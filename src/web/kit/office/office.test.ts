import type { RouteConfigEntry } from '@react-router/dev/routes'
import { createElement as h } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { describe, expect, it } from 'vitest'
import { STAFF_ROLES } from '#shared/endpoint.ts'
import routes from '#web/routes.ts'
import { codeToText } from '../../../shared/texts.ts'
import { leaveEmptyPage, shownPart } from './list-page.server.ts'
import { FilterBar, OfficeList, type Column } from './office-list.tsx'
import {
  filterAddress,
  readFilters,
  showFilter,
  type Filters,
  mayOpen,
  officeMenuOf,
  officeStartOf,
} from './office-pages.ts'
import { History } from './office-shell.tsx'

const filters = {
  find: { kind: 'text', label: 'Find' },
  state: {
    kind: 'choice',
    label: 'State',
    choices: [
      { value: 'all', label: 'All' },
      { value: 'blocked', label: 'Blocked' },
    ],
  },
} as const satisfies Filters

describe('the filters of a list', () => {
  it.each([
    ['', { find: '', state: 'all' }],
    ['?find=%20LK72%20&state=blocked', { find: 'LK72', state: 'blocked' }],
    ['?state=constructor', { find: '', state: 'all' }],
    ['?state=', { find: '', state: 'all' }],
  ])('"%s" asks for %j', (search, values) => {
    expect(readFilters(filters, `https://vanfare.example/admin/companies${search}`)).toEqual(values)
  })

  it('a text of any length is cut', () => {
    const long = `https://vanfare.example/?find=${'x'.repeat(5000)}`
    expect(readFilters(filters, long).find).toHaveLength(200)
  })

  it('an address says what it must, and reads back', () => {
    expect(filterAddress(filters, { find: '', state: 'all' })).toBe('')
    const address = filterAddress(filters, { find: 'A & B', state: 'blocked' }, 2)
    expect(address).toBe('?find=A+%26+B&state=blocked&page=2')
    expect(readFilters(filters, `https://vanfare.example/${address}`)).toEqual({ find: 'A & B', state: 'blocked' })
  })

  it('a day keeps what was typed, with what to do about it', () => {
    const days = { from: { kind: 'day', label: 'From' } } as const
    const values = readFilters(days, 'https://vanfare.example/?from=31/02/2026')
    expect(values).toEqual({ from: '31/02/2026' })
    const drawn = draw(h(FilterBar, { filters: days, values, errors: { from: 'Enter the first day.' } }))
    expect(drawn).toContain('value="31/02/2026"')
    expect(drawn).toContain('Enter the first day.')
  })

  it('the form shows what is asked for', () => {
    const drawn = draw(h(FilterBar, { filters, values: { find: 'LK72', state: 'blocked' } }))
    expect(drawn).toContain('value="LK72"')
    expect(drawn).toContain('<option value="blocked" selected="">Blocked</option>')
  })
})

describe('a list in parts', () => {
  const parts = showFilter({ value: 'waiting', label: 'Waiting' }, { value: 'decided', label: 'Decided' })
  const at = (search: string) => `https://vanfare.example/admin/claims${search}`

  it.each([
    ['', { show: 'waiting', keeps: '', page: 1, isBehind: false }],
    ['?show=decided&page=3', { show: 'decided', keeps: '?show=decided', page: 3, isBehind: false }],
    ['?show=nonsense', { show: 'waiting', keeps: '', page: 1, isBehind: false }],
    ['?show=decided&after=x', { show: 'decided', keeps: '?show=decided', page: 1, isBehind: true }],
  ])('%s says which part', (search, part) => {
    expect(shownPart(parts, at(search))).toEqual({ ...part, values: { show: part.show } })
  })

  it('begins again if it has become shorter', () => {
    const left = (search: string, results: string[]) => {
      try {
        leaveEmptyPage(at(search), { results })
      } catch (error) {
        return error instanceof Response ? error.headers.get('location') : error
      }
      return 'stays'
    }
    expect([left('?page=2', []), left('?page=2', ['a']), left('', [])]).toEqual(['/admin/claims', 'stays', 'stays'])
  })
})

describe('a list', () => {
  interface Row {
    id: string
    name: string
    jobs: number
  }
  const columns: Column<Row>[] = [
    { heading: 'Company', cell: ({ name }) => name, onPhone: 'left' },
    { heading: 'Jobs', cell: ({ jobs }) => jobs, isNumber: true, onPhone: 'hidden' },
  ]
  const list = (rows: Row[]) =>
    draw(
      h(OfficeList<Row>, {
        label: 'Companies',
        columns,
        rows,
        keyOf: ({ id }) => id,
        hrefOf: ({ id }) => `/admin/companies/${id}`,
        pages: {
          page: 1,
          count: 41,
          countIsMinimum: false,
          next: '/api/companies/?search=x&page=2&page_size=20',
          keeps: filterAddress(filters, { find: 'x', state: 'all' }),
        },
        empty: 'No company has that name',
      }),
    )

  it('opens each row, and keeps its filters from page to page', () => {
    const drawn = list([{ id: '7', name: 'Harbour <b>Vans</b>', jobs: 31 }])
    expect(drawn).toContain('<a href="/admin/companies/7" data-discover="true">Harbour &lt;b&gt;Vans&lt;/b&gt;</a>')
    expect(drawn).toContain('<th scope="col" class="r">Jobs</th>')
    expect(drawn).toContain('href="/?find=x&amp;page=2"')
  })

  it('says so where nothing is found', () => {
    expect(list([])).toContain('No company has that name')
  })
})

it('what happened is told newest first, in London time', () => {
  const drawn = draw(
    h(History, {
      entries: [
        { id: '1', at: '2026-03-02T10:14:00Z', by: 'A. Okafor', text: 'saved the statement' },
        { id: '2', at: '2026-07-10T08:40:00Z', text: 'The welcome period ended' },
      ],
    }),
  )
  expect(drawn.indexOf('10/07/2026 09:40')).toBeGreaterThan(0)
  expect(drawn.indexOf('02/03/2026 10:14')).toBeGreaterThan(drawn.indexOf('10/07/2026 09:40'))
  expect(drawn).toContain('<b>A. Okafor </b>saved the statement')
})

function draw(node: ReturnType<typeof h>): string {
  const Stub = createRoutesStub([{ path: '/', Component: () => node }])
  return renderToStaticMarkup(h(Stub))
}

describe('the pages of the office', () => {
  /** Which roles of the office open which pages, written by hand: O owner, B billing, S support, E editor. */
  const TABLE: Record<string, string> = {
    '/admin/bookings': 'OBS',
    '/admin/bookings/:id': 'OBS',
    '/admin/bookings/find': 'OBS',
    '/special-booking': 'OS',
    '/admin/statements': 'OB',
    '/admin/statements/:id': 'OB',
    '/admin/statements/new': 'OB',
    '/admin/statements/runs': 'OB',
    '/admin/statements/runs/:id': 'OB',
    '/admin/invoices': 'OB',
    '/admin/invoices/:id': 'OB',
    '/admin/invoices/new': 'OB',
    '/admin/sales-credit-invoices': 'OB',
    '/admin/sales-credit-invoices/:id': 'OB',
    '/admin/sales-credit-invoices/new': 'OB',
    '/admin/platform-report': 'OB',
    '/admin/companies': 'OBS',
    '/admin/companies/:id': 'OBS',
    '/admin/people': 'OS',
    '/admin/people/:id': 'OS',
    '/admin/verifications': 'OS',
    '/admin/verifications/people': 'OS',
    '/admin/stopped': 'OS',
    '/admin/day-questions': 'OS',
    '/admin/reported-messages': 'OS',
    '/admin/office-plans': 'OS',
    '/admin/undelivered': 'OS',
    '/admin/reviews': 'OS',
    '/admin/claims': 'OS',
    '/admin/content': 'OE',
    '/admin/content/new': 'OE',
    '/admin/content/:id': 'OE',
    '/admin/content/:id/on-site': 'OE',
    '/admin/content/:id/versions/:number': 'OE',
    '/admin/settings/:part?': 'OB',
    '/admin/audit': 'O',
    '/admin/staff': 'O',
    '/admin/figures': 'OB',
    '/admin/account': 'OBSE',
  }

  const pathsOf = (entries: readonly RouteConfigEntry[]): string[] =>
    entries.flatMap(({ path, children }) => [...(path ? [`/${path}`] : []), ...pathsOf(children ?? [])])

  const officePaths = pathsOf(routes).filter((path) => /^\/(?:admin\/|special-booking$)/.test(path))

  it('are decided for every role', () => {
    expect(Object.keys(TABLE).toSorted()).toEqual(officePaths.toSorted())
  })

  it.each(officePaths)('%s opens to its roles, and to no other', (path) => {
    const address = path.replace(/\/:part\?$/, '/tolls').replaceAll(/:\w+/g, '7')
    const open = STAFF_ROLES.filter((role) => mayOpen(role, address)).map((role) => role.charAt(0).toUpperCase())
    expect(open.join('')).toBe(TABLE[path])
  })

  it('open to nobody without a role, nor to anybody if no role was named', () => {
    expect(officePaths.filter((path) => mayOpen(undefined, path))).toEqual([])
    expect(STAFF_ROLES.filter((role) => mayOpen(role, '/admin/forgotten'))).toEqual([])
  })

  it('are in the menu if one may open them', () => {
    expect(officeMenuOf('editor').map(({ name }) => name)).toEqual(['Content', 'Login and security'])
    expect(officeMenuOf(undefined)).toEqual([])
  })

  it.each([
    ['owner', '/admin/bookings'],
    ['support', '/admin/bookings'],
    ['billing', '/admin/statements'],
    ['editor', '/admin/content'],
    [undefined, '/admin/account'],
  ] as const)('begin for %s with %s', (role, page) => {
    expect(officeStartOf(role)).toBe(page)
  })
})

describe('codes as text', () => {
  it.each([
    ['account.blocked', 'Account blocked'],
    ['booking_updates', 'Booking updates'],
    ['workingUnitId', 'Working unit id'],
    ['', ''],
  ])('%j is read as %j', (name, text) => expect(codeToText(name)).toBe(text))
})
