import type { RouteConfigEntry } from '@react-router/dev/routes'
import { describe, expect, it } from 'vitest'
import { STAFF_ROLES } from '#shared/endpoint.ts'
import routes from '#web/routes.ts'
import { mayOpen, officeMenuOf, officeStartOf } from './office-pages.ts'

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

describe('the pages of the office', () => {
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
