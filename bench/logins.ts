// T-003: five hundred logins at once, and what everybody else notices of them: node bench/logins.ts
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { Agent, request } from 'node:http'
import { fileURLToPath } from 'node:url'
import { createVisit } from '#app/web-session.ts'
import { registerWeb } from '#app/web.ts'
import { addPeople, openSetting, PASSWORD, type Figure } from './setting.ts'

const VOLLEYS = 5
const AT_ONCE = 500
const GOAL_MS = 250
const OTHERS = ['/', '/terms', '/api/booking/items/', '/api/booking/categories/', '/readyz']

interface Answer {
  status: number
  ms: number
}

const agent = new Agent({ keepAlive: true, maxSockets: Infinity })

/** Requests come from many networks, like people's: the limits would refuse this number of connections from one. */
const NETWORKS = 100

const ask = (port: number, path: string, network: number, body?: object): Promise<Answer> =>
  new Promise((done, fail) => {
    const started = performance.now()
    const sent = request(
      {
        port,
        host: '127.0.0.1',
        localAddress: `127.0.${network % NETWORKS}.2`,
        path,
        agent,
        method: body ? 'POST' : 'GET',
        headers: body ? { 'content-type': 'application/json' } : {},
      },
      (response) => {
        response.resume()
        response.once('end', () => done({ status: response.statusCode ?? 0, ms: performance.now() - started }))
      },
    )
    sent.once('error', fail)
    sent.end(body && JSON.stringify(body))
  })

/** A volley of logins, a third of them right, and the pages that others open at the same time. */
async function volley(port: number, round: number): Promise<{ logins: Answer[]; others: Answer[] }> {
  const others: Answer[] = []
  const over = new AbortController()
  const visitor = async (first: number) => {
    for (let n = first; !over.signal.aborted; n += 1) {
      others.push(await ask(port, OTHERS[n % OTHERS.length] ?? '/', n))
      await new Promise((done) => setTimeout(done, 5))
    }
  }
  const visitors = [0, 1, 2, 3].map(visitor)
  const logins = await Promise.all(
    Array.from({ length: AT_ONCE }, (_, n) =>
      ask(port, '/api/users/login/', n, {
        email: n % 3 === 0 ? `person-${n % 9}@example.com` : `nobody-${round}-${n}@example.com`,
        password: PASSWORD,
      }),
    ),
  )
  over.abort()
  await Promise.all(visitors)
  return { logins, others }
}

export async function benchLogins(): Promise<Figure[]> {
  const child = fork(fileURLToPath(import.meta.url), ['--serve'], { env: { ...process.env, NODE_ENV: 'production' } })
  try {
    const [port] = (await once(child, 'message')) as [number]
    await volley(port, -1)
    const results = []
    for (let round = 0; round < VOLLEYS; round += 1) results.push(await volley(port, round))
    return figuresOf(
      results.flatMap(({ logins }) => logins),
      results.flatMap(({ others }) => others),
    )
  } finally {
    agent.destroy()
    child.disconnect()
    await once(child, 'exit')
  }
}

const share = (answers: readonly Answer[], at: number) =>
  answers.map(({ ms }) => ms).toSorted((a, b) => a - b)[Math.floor(at * answers.length)] ?? 0

function figuresOf(logins: readonly Answer[], others: readonly Answer[]): Figure[] {
  const count = (status: number) => logins.filter((answer) => answer.status === status).length
  const odd = logins.filter(({ status }) => ![200, 401, 503].includes(status)).length
  const wrong = others.filter(({ status }) => status !== 200).length
  const p99 = share(others, 0.99)
  const none = { limit: '', ratio: '' }
  return [
    {
      what: `${VOLLEYS} × ${AT_ONCE} logins at once: answers`,
      ours: `${count(200)} in, ${count(401)} refused, ${count(503)} told to come again, ${odd} anything else`,
      ...none,
      goal: 'no 500',
      isReached: odd === 0,
    },
    {
      what: `Pages and calls of others meanwhile (${others.length}), p99`,
      ours: `${p99.toFixed(0)} ms (p50 ${share(others, 0.5).toFixed(0)} ms, ${wrong} not served)`,
      ...none,
      goal: `< ${GOAL_MS} ms`,
      isReached: p99 < GOAL_MS && wrong === 0,
    },
  ]
}

/** The product in a process of its own, so that its clients do not share its time. */
async function serveApart(): Promise<void> {
  const setting = await openSetting(async (app) => {
    await registerWeb(app, { visit: createVisit(app) })
  })
  await addPeople(setting, 9)
  await setting.app.fastify.listen({ port: 0, host: '127.0.0.1' })
  const address = setting.app.fastify.server.address()
  process.send?.(typeof address === 'object' && address ? address.port : 0)
  await once(process, 'disconnect')
  setting.app.fastify.server.closeAllConnections()
  await setting.close()
}

if (import.meta.main) {
  if (process.argv.includes('--serve')) await serveApart()
  else console.table((await benchLogins()).map(({ what, ours, goal, isReached }) => ({ what, ours, goal, isReached })))
}
