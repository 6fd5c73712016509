import { globSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { TRANSITIONS } from '#modules/bookings/lifecycle/rules.ts'
import type { Deferred, Event, Reactions } from '#platform/events.ts'
import { slices } from './modules.ts'
import { subscribers } from './subscribers.ts'

const read = (pattern: string) => globSync(pattern).map((path) => ({ path, text: readFileSync(path, 'utf8') }))
const rows = Object.entries(subscribers) as [string, Reactions<Event>][]

/** The names in the slices' `events.ts`. */
const declared = read('src/modules/*/events.ts').flatMap(({ path, text }) =>
  [...text.matchAll(/^ {4}'([^']+)':/gm)].map(([, name = '']) => ({ name, slice: path.split('/')[2] })),
)

it('every event has its row, and every row its event', () => {
  expect(rows.map(([name]) => name).toSorted()).toEqual(declared.map(({ name }) => name).toSorted())
})

it('an event is named after its slice and what happened', () => {
  const odd = declared.filter(
    ({ name, slice }) => !new RegExp(`^${slice}\\.[a-z]+(-[a-z]+)+$|^bookings\\.[a-z-]+$`).test(name),
  )
  expect(odd).toEqual([])
})

it('every event is emitted somewhere', () => {
  const sources = read('src/modules/**/*{commands,rules}.ts').map(({ text }) => text)
  const events = new Set<string>(Object.values(TRANSITIONS).flatMap((row) => row.events))
  const silent = declared.filter(({ name }) => !events.has(name) && !sources.some((text) => text.includes(`'${name}'`)))
  expect(silent).toEqual([])
})

it('every subscriber and every job that follows exists', () => {
  const jobs = new Set(slices.flatMap(({ jobs = [] }) => jobs.map(({ name }) => name)))
  const isThere = (one: unknown) => typeof one === 'function' || typeof (one as Deferred<Event>).run === 'function'
  const missing = rows.flatMap(([name, { within = [], afterwards = [] }]) => [
    ...within.filter((one) => !isThere(one)).map(() => name),
    ...afterwards.filter((job) => !jobs.has(job.name)).map((job) => `${name} → ${job.name}`),
  ])
  expect(missing).toEqual([])
})

it('nobody else is called when something happens: services answer a value that their caller needs', () => {
  const merged = read('src/modules/**/*.ts').flatMap(({ path, text }) =>
    [...text.matchAll(/interface Services \{([\s\S]*?)\n {2}\}/g)].flatMap(([, body = '']) =>
      [...body.matchAll(/^ {4}readonly \w+: \(ctx: TxCtx[\s\S]*?Promise<void>$/gm)].map(() => path),
    ),
  )
  expect(merged).toEqual([])
})
