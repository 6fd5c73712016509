import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { misbehaviours, sendJson, sendText, startStubServer, type StubServer } from '#test/support/stub-server.ts'
import { createUpstream } from './http.ts'
import { createLog } from './log.ts'

const log = createLog('silent')
let stub: StubServer
let inside: StubServer

beforeEach(async () => {
  inside = await startStubServer(sendJson({ secret: true }))
  stub = await startStubServer(sendJson({ well: 'done' }))
})
afterEach(async () => {
  await stub.close()
  await inside.close()
})

const upstream = (more: Partial<Parameters<typeof createUpstream>[0]> = {}) =>
  createUpstream({ name: 'stub', baseUrl: stub.url, log, timeoutMs: 150, ...more })

describe('createUpstream', () => {
  it('answers status and body', async () => {
    expect(await upstream({ baseUrl: `${stub.url}/below/` }).getJson('/thing?a=1')).toEqual({
      status: 200,
      body: { well: 'done' },
    })
    stub.answer = sendJson({ error: 'no such thing' }, 404)
    expect(await upstream().getJson('/nothing')).toEqual({ status: 404, body: { error: 'no such thing' } })
    stub.answer = sendText('{"title":"x"}', 'application/problem+json', 400)
    expect(await upstream().getJson('/bad')).toEqual({ status: 400, body: { title: 'x' } })
    expect(stub.asked).toEqual(['/below/thing?a=1', '/nothing', '/bad'])
  })

  it.each(misbehaviours('http://127.0.0.1:9/').map(([name]) => name))(
    'T-021: answers null, soon, when the server %s',
    async (name) => {
      stub.answer = misbehaviours(inside.url).find(([known]) => known === name)?.[1] ?? stub.answer
      expect(await upstream().getJson('/thing')).toBeNull()
      expect(inside.asked).toEqual([])
    },
  )

  it('answers null where nobody listens, and for an address that is none', async () => {
    await stub.close()
    expect(await upstream().getJson('/thing')).toBeNull()
    expect(await upstream({ baseUrl: 'nonsense' }).getJson('/thing')).toBeNull()
  })

  it('F-20: stops asking after five failures in a row, and finds out once in a while whether it is back', async () => {
    let now = 0
    const client = upstream({ now: () => now })
    stub.answer = sendJson({}, 500)
    for (let call = 0; call < 8; call++) expect(await client.getJson('/thing')).toBeNull()
    expect(stub.asked).toHaveLength(5)

    now = 29_999
    await client.getJson('/thing')
    expect(stub.asked).toHaveLength(5)

    now = 30_000
    await Promise.all([client.getJson('/thing'), client.getJson('/thing'), client.getJson('/thing')])
    expect(stub.asked).toHaveLength(6)

    stub.answer = sendJson({ well: 'done' })
    now = 60_000
    expect(await client.getJson('/thing')).toMatchObject({ status: 200 })
    expect(await client.getJson('/thing')).toMatchObject({ status: 200 })
    expect(stub.asked).toHaveLength(8)
  })

  it('counts only failures in a row', async () => {
    const client = upstream()
    for (let call = 0; call < 12; call++) {
      stub.answer = call % 3 === 2 ? sendJson({}) : sendJson({}, 500)
      await client.getJson('/thing')
    }
    expect(stub.asked).toHaveLength(12)
  })

  it('lets only so many calls wait at once', async () => {
    stub.answer = () => undefined
    const client = upstream({ maxInFlight: 3 })
    await Promise.all(Array.from({ length: 10 }, () => client.getJson('/thing')))
    expect(stub.asked).toHaveLength(3)
  })
})
