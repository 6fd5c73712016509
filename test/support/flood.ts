import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { Agent, request, type IncomingMessage } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { Worker } from 'node:worker_threads'

/** Every address of 127.0.0.0/8 is this machine's own, so one process can be many networks. */
export interface Asked {
  url: string
  from: string
  headers?: Record<string, string>
  /** Milliseconds; the clock on the wall where nothing else is said. */
  clock?: () => number
}

export interface Answer {
  status: number
  /** By that clock. */
  ms: number
  headers: IncomingMessage['headers']
  body: string
}

/**
 * How long the thread of this process has worked, in milliseconds: what one waits for by this clock is what the process did first, however
 * little of a busy machine it was given meanwhile.
 */
export const workOf = (pid: number) => (): number =>
  Number(readFileSync(`/proc/${pid}/schedstat`, 'utf8').split(' ')[0]) / 1e6

const wall = () => performance.now()

export function ask({ url, from, headers, clock = wall }: Asked, agent: Agent | false = false): Promise<Answer> {
  const started = clock()
  return new Promise((resolve, reject) => {
    request(url, { agent, localAddress: from, headers }, (response) => {
      const chunks: Buffer[] = []
      response.on('data', (chunk: Buffer) => chunks.push(chunk))
      response.on('error', reject)
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          ms: clock() - started,
          headers: response.headers,
          body: Buffer.concat(chunks).toString('utf8'),
        }),
      )
    })
      .on('error', reject)
      .end()
  })
}

export interface Flood {
  /** How often each status was answered so far; 0 where the connection was cut. */
  readonly statuses: ReadonlyMap<number, number>
  stop(): Promise<void>
}

/** What a flooder is told; `counts` is shared, and at each status stands how often it was answered. */
export interface FloodOrder {
  asked: Omit<Asked, 'clock'>
  connections: number
  mostSeconds: number
  counts: Int32Array
}

const highestStatus = 599

/**
 * One address that asks on so many connections, each as soon as it has its answer; ends by itself after `mostSeconds`. It has a thread of its
 * own: in the thread that watches, its answers would stand in line before those that are measured. Settles as it begins to ask.
 */
export async function startFlood(
  asked: Omit<Asked, 'clock'>,
  connections: number,
  mostSeconds: number,
): Promise<Flood> {
  const counts = new Int32Array(new SharedArrayBuffer(4 * (highestStatus + 1)))
  const order: FloodOrder = { asked, connections, mostSeconds, counts }
  const flooder = new Worker(new URL('flooder.ts', import.meta.url), { workerData: order })
  const ended = once(flooder, 'exit')
  await once(flooder, 'message')
  return {
    get statuses() {
      return new Map([...counts.entries()].filter(([, count]) => count > 0))
    },
    stop: async () => {
      // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
      flooder.postMessage('stop')
      await ended
    },
  }
}

/** What somebody else sees for so long and at least so often: each of these asked for by itself, one after the other with a pause. */
export async function watch(
  others: Record<string, Asked>,
  seconds: number,
  least = 1,
): Promise<Record<string, Answer[]>> {
  const end = performance.now() + seconds * 1000
  const seen = Object.entries(others).map(async ([name, asked]) => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    const answers: Answer[] = []
    while (performance.now() < end || answers.length < least) {
      answers.push(await ask(asked, agent))
      await pause(25)
    }
    agent.destroy()
    return [name, answers] as const
  })
  return Object.fromEntries(await Promise.all(seen))
}

export function share(answers: readonly Answer[], part: number): number {
  const times = answers.map(({ ms }) => ms).toSorted((a, b) => a - b)
  return times[Math.min(times.length - 1, Math.floor(times.length * part))] ?? 0
}

export interface FloodKind {
  path: string
  headers?: Record<string, string>
}

/** What one address may want too much of. */
export const floods: Record<string, FloodKind> = {
  'a page with a parameter of no meaning': { path: '/?a=1' },
  'a page from the cache': { path: '/' },
  'a page of logged in people, without a session': { path: '/my-bookings' },
  'a page drawn anew for a cookie that is nobody’s': { path: '/terms', headers: { cookie: 'authData=nobody' } },
  'addresses that lead nowhere': { path: '/wp-login.php' },
  'the data of a page': { path: '/my-bookings.data' },
  'calls of the API': { path: '/api/booking/categories/' },
}
