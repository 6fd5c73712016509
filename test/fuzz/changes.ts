import type { Random } from '../../db/seed/random.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { contentTypes, hostileAddresses, hostileBodies } from '#test/support/hostile-corpus.ts'
import { jsonWith, placesIn, schemaOf, type Schema } from '#test/support/samples.ts'
import { formChange } from './forms.ts'
import type { Draft, Right } from './request.ts'
import { FIELD_NAMES, valueFor } from './values.ts'

/** One thing in a right request that is different. */
export interface Change {
  /** Where, and what it is now: `body route_points.0.stairs = 10`. */
  readonly name: string
  readonly apply: (draft: Draft) => Draft
  /** Of a JSON body: the place, so that everything around it can be left out to see whether it matters. */
  readonly place?: Place
}

type Place = readonly (string | number)[]

export const noChange: Change = { name: 'nothing', apply: (draft) => draft }

/** One change that suits the request. */
export function changeFor(random: Random, endpoint: Endpoint, right: Right, words: readonly string[]): Change {
  const kinds: (readonly [() => Change, number])[] = [
    [() => headerChange(random, words), 1],
    [() => queryChange(random, endpoint, words), Object.keys(endpoint.query?.shape ?? {}).length > 0 ? 3 : 0.5],
  ]
  const body = endpoint.body === 'multipart' ? undefined : endpoint.body
  if (body) kinds.push([() => bodyChange(random, right.body, schemaOf(body), words), 8])
  const { form, params = {} } = right
  if (form) kinds.push([() => formChange(random, form), 8])
  if (Object.keys(params).length > 0) kinds.push([() => pathChange(random, params, words), 2])
  return random.weighted(kinds)()
}

function bodyChange(random: Random, body: unknown, schema: Schema, words: readonly string[]): Change {
  const place = random.pick(placesIn(body))
  const there = valueAt(body, place)
  const replace = (text: string, what = `= ${text}`): Change => ({
    name: `body ${place.join('.') || '(all of it)'} ${what.slice(0, 200)}`,
    place,
    apply: (draft) => ({ ...draft, json: jsonWith(JSON.parse(draft.json ?? 'null'), place, text) }),
  })
  const kinds: (readonly [() => Change, number])[] = [
    [() => replace(valueFor(random, there, schemaAt(schema, place), words)), 10],
  ]
  if (isObject(there)) {
    kinds.push([() => replace(withField(there, random.pick(FIELD_NAMES), random.pick(words))), 4])
    if (Object.keys(there).length > 0) kinds.push([() => without(random.pick(Object.keys(there)), there, replace), 4])
  }
  if (place.length === 0) kinds.push([() => wholeBody(random), 2])
  return random.weighted(kinds)()
}

/** As JSON text, because an object literal would make `__proto__` something else. */
function withField(there: object, name: string, value: string): string {
  const text = JSON.stringify(there)
  return `${text.slice(0, -1)}${text === '{}' ? '' : ','}${JSON.stringify(name)}:${JSON.stringify(value)}}`
}

function without(key: string, there: object, replace: (text: string, what: string) => Change): Change {
  const rest = Object.fromEntries(Object.entries(there).filter(([name]) => name !== key))
  return replace(JSON.stringify(rest), `without ${key}`)
}

function wholeBody(random: Random): Change {
  // What is malformed in every byte is the other tests' matter; most of these are JSON.
  const text = random.pick(hostileBodies.filter((body) => typeof body === 'string'))
  return { name: `body ${text.slice(0, 80)}`, place: [], apply: (draft) => ({ ...draft, json: text }) }
}

function queryChange(random: Random, endpoint: Endpoint, words: readonly string[]): Change {
  const known = Object.keys(endpoint.query?.shape ?? {})
  const name = random.pick(known.concat(known, ['unknown', '__proto__', 'constructor', 'company_id', 'page', 'id']))
  const value = random.pick([
    ...hostileAddresses,
    ...'1 2 100 101 0.5 true price best cash E17%204QH 2026-12-01 2026-10-25'.split(' '),
    encodeURIComponent(random.pick(words)),
  ])
  const text = random.pick([`${name}=${value}`, `${name}=${value}`, `${name}=1&${name}=${value}`, `${name}[]=${value}`])
  return {
    name: `query ${text}`,
    apply: (draft) => ({ ...draft, query: [draft.query, text].filter(Boolean).join('&') }),
  }
}

function pathChange(random: Random, params: Record<string, string>, words: readonly string[]): Change {
  const name = random.pick(Object.keys(params))
  const there = params[name] ?? ''
  const text = random.pick([
    // Two dots lead to another operation before they are sent.
    ...hostileAddresses.filter((address) => !address.startsWith('%2e')),
    encodeURIComponent(random.pick(words)),
    encodeURIComponent(random.pick(words)),
    encodeURIComponent(there.toUpperCase()),
    `${encodeURIComponent(there)}%20`,
    encodeURIComponent(there.slice(0, -1)),
    random.uuid(new Date(1_790_000_000_000)),
  ])
  return {
    name: `path {${name}} = ${text}`,
    apply: (draft) => ({ ...draft, params: { ...draft.params, [name]: text } }),
  }
}

function headerChange(random: Random, words: readonly string[]): Change {
  const [name, value] = random.pick<[string, string]>([
    [
      'authorization',
      random.pick(['', 'Bearer', 'Bearer  x', 'Basic eDp5', 'Bearer a.b.c', `Bearer ${'a'.repeat(5000)}`]),
    ],
    ['content-type', random.pick(contentTypes.filter((type) => /^[\t\x20-\x7e]*$/.test(type)))],
    ['content-type', random.pick(['application/json; charset=utf-16', 'Application/JSON', 'application/json;;'])],
    ['idempotency-key', random.pick(['', ' ', 'a b', 'x'.repeat(200), 'x'.repeat(201), '__proto__', 'key-1', 'key-2'])],
    ['accept', random.pick(['text/html', 'application/xml', '*/*', '', ';q=1'])],
    ['accept-encoding', random.pick(['identity', 'br', 'gzip;q=0, *;q=0', 'x'.repeat(300)])],
    ['accept-language', 'de-DE'],
    ['x-forwarded-for', random.pick(['127.0.0.1', '::1', 'evil', random.pick(words)])],
    ['x-http-method-override', random.pick(['DELETE', 'PUT'])],
    ['range', random.pick(['bytes=0-1', 'bytes=9-1', 'bytes=0-1,2-3', 'items=0-1'])],
    ['if-none-match', random.pick(['*', '"x"', 'W/"x"'])],
    ['if-modified-since', 'Sat, 01 Jan 2050 00:00:00 GMT'],
    ['origin', 'https://evil.example'],
    ['cookie', `authData=${random.pick(words)}`],
    ['user-agent', random.pick(['', 'x'.repeat(4000), '\u00e9\u00ff', '<script>'])],
  ])
  return {
    name: `header ${name}: ${value.slice(0, 120)}`,
    apply: (draft) => ({ ...draft, headers: { ...draft.headers, [name]: value } }),
  }
}

const isObject = (value: unknown): value is object =>
  value !== null && typeof value === 'object' && !Array.isArray(value)

const valueAt = (value: unknown, place: Place): unknown =>
  place.reduce((inner, key) => (inner as Record<string | number, unknown>)[key], value)

/** What the contract says of this place, as far as it can be told without knowing which of several shapes is meant. */
function schemaAt(schema: Schema, place: Place): Schema | undefined {
  let inner: Schema | undefined = schema
  for (const key of place) {
    const choices: Schema[] = [inner ?? {}, ...(inner?.anyOf ?? []), ...(inner?.oneOf ?? [])]
    inner = choices
      .map((choice) => (typeof key === 'number' ? choice.items : choice.properties?.[key]))
      .find((found) => found !== undefined)
  }
  return inner
}
