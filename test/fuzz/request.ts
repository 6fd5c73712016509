import type { InjectOptions } from 'fastify'
import type { Endpoint } from '#shared/endpoint.ts'
import { multipartBody, multipartType, type Part } from '#test/support/multipart.ts'
import type { RequestParts } from '#test/support/real-requests.ts'

/** A request that is answered with a success, and whose it is. */
export interface Right extends Partial<RequestParts> {
  /** An access token: of whoever may send it. Without one, a visitor. */
  bearer?: string
}

/** A request as it goes over the wire, every part of it open to be changed. */
export interface Draft {
  method: Endpoint['method']
  /** Path parameters as they stand in the address, escaped or not. */
  params: Record<string, string>
  path: string
  /** As it stands in the address, without its question mark. */
  query: string
  headers: Record<string, string>
  /** A JSON body as text: changes may write what no value could. */
  json?: string
  form?: { parts: Part[]; end?: string }
}

export function draftOf(endpoint: Endpoint, right: Right, bearer = right.bearer): Draft {
  const query = new URLSearchParams(Object.entries(right.query ?? {}).map(([key, value]) => [key, String(value)]))
  return {
    method: endpoint.method,
    params: Object.fromEntries(
      Object.entries(right.params ?? {}).map(([name, value]) => [name, encodeURIComponent(value)]),
    ),
    path: endpoint.path,
    query: query.toString(),
    headers: {
      ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
      ...(right.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(right.form ? { 'content-type': multipartType } : {}),
    },
    ...(right.body === undefined ? {} : { json: JSON.stringify(right.body) }),
    ...(right.form ? { form: { parts: right.form } } : {}),
  }
}

const urlOf = ({ path, params, query }: Draft): string =>
  `/api${path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '')}${query && `?${query}`}`

const payloadOf = ({ json, form }: Draft): string | Buffer | undefined =>
  form ? multipartBody(form.parts, form.end === undefined ? {} : { end: form.end }) : json

export function httpOf(draft: Draft): InjectOptions {
  const payload = payloadOf(draft)
  const { method, headers } = draft
  return { method, url: urlOf(draft), headers, ...(payload === undefined ? {} : { payload }) }
}

/** All that the sender said, for finding out what an answer may repeat. */
export const findDayActionResult = (draft: Draft): string =>
  [urlOf(draft), draft.headers['x-forwarded-for'] ?? '', payloadOf(draft)?.toString('latin1') ?? ''].join(' ')

const quoted = (text: string): string => `'${text.replaceAll("'", String.raw`'\''`)}'`

/** For a person to send again by hand. What bears somebody's identity is left to them. */
export function curlOf(draft: Draft): string {
  const payload = payloadOf(draft)
  const headers = Object.entries(draft.headers).map(([name, value]) =>
    quoted(`${name}: ${name === 'authorization' && value.length > 60 ? 'Bearer …' : value}`),
  )
  return [
    `curl -X ${draft.method}`,
    ...headers.map((header) => `-H ${header}`),
    ...(payload === undefined ? [] : [`--data-binary ${quoted(shortened(payload.toString()))}`]),
    quoted(`http://127.0.0.1:3000${shortened(urlOf(draft))}`),
  ].join(' ')
}

export const shortened = (text: string, most = 1500): string =>
  text.length <= most ? text : `${text.slice(0, most)}… (${text.length} characters)`
