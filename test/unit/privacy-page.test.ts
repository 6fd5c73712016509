// The privacy page names everything that our pages keep in a browser: whoever keeps something new has to say so there.
import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const page = readFileSync('src/web/site/privacy-policy.tsx', 'utf8')

/** The files that touch what a browser keeps, and the names under which they do. */
const KEEPERS: Readonly<Record<string, readonly string[]>> = {
  'admin/cases/shortcuts.tsx': ['desk-keys'],
  'driver/calendar/use-dismissed-hint.ts': ['calendar-how-to-choose'],
  'kit/bookings/awaiting-booking.ts': ['bookingAwaiting'],
  'kit/day/cache-day.ts': ['day-pages', 'day-files'],
  'kit/session/auth-data.ts': ['authData'],
  'my-day/job-controls/stops.tsx': ['drive-with'],
  'my-day/phone-store.ts': ['day'],
  'quote-flow/draft/draft-storage.ts': ['booking'],
  'workers/day-worker.js': ['day-pages', 'day-files', 'day'],
}

const KEEPS = /\b(?:localStorage|sessionStorage|indexedDB|caches)\b(?=[.[)\s])/

const withoutComments = (code: string): string => code.replaceAll(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/.*$/gm, '')

const keepers = (files: readonly { path: string; code: string }[]): string[] =>
  files.filter(({ code }) => KEEPS.test(withoutComments(code))).map(({ path }) => path)

const sources = readdirSync('src/web', { recursive: true, encoding: 'utf8' })
  .filter((path) => /\.(?:tsx?|js)$/.test(path) && !path.includes('.test.') && path !== 'site/privacy-policy.tsx')
  .map((path) => ({ path, code: readFileSync(`src/web/${path}`, 'utf8') }))

test('nobody else keeps anything in the browser', () => {
  expect(keepers(sources).toSorted()).toEqual(Object.keys(KEEPERS))
  // The control.
  expect(keepers([{ path: 'new.ts', code: "localStorage.setItem('visits', '1')" }])).toEqual(['new.ts'])
})

test.each([...new Set(Object.values(KEEPERS).flat())])('the page says what %s is', (name) => {
  expect(page).toMatch(new RegExp(`(?<![\\w-])${name}(?![\\w-]).*(?:storage|database|caches)`))
})
