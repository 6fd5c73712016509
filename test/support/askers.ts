import { Agent, request } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'

export interface Outcome {
  answered: number
  /** Answers other than 200. */
  refused: number
  /** Nobody listens any more, which whoever asks hears at once. */
  notConnected: number
  /** The connection was there, the request was sent, and no answer came. */
  reset: number
}

export interface AskersOptions {
  origin: string
  paths: readonly string[]
  count: number
  /** Between an answer and the next request of one asker. */
  restMs: number
}

export interface Askers {
  readonly outcome: Outcome
  /** Whoever finds nobody listening stops by themselves. */
  done: Promise<unknown>
  stop(): void
}

/** Browsers that ask one thing after another over connections that they keep. */
export function startAskers({ origin, paths, count, restMs }: AskersOptions): Askers {
  const outcome: Outcome = { answered: 0, refused: 0, notConnected: 0, reset: 0 }
  const agent = new Agent({ keepAlive: true, maxSockets: count })
  const state = { isOver: false }
  const askOn = async (index: number) => {
    for (let round = 0; !state.isOver; round++) {
      const kind = await ask(new URL(paths[(index + round) % paths.length] ?? '/', origin), agent)
      outcome[kind] += 1
      if (kind === 'notConnected') return
      await pause(restMs * Math.random())
    }
  }
  const done = Promise.all(Array.from({ length: count }, (_, index) => askOn(index))).finally(() => agent.destroy())
  return { outcome, done, stop: () => (state.isOver = true) }
}

function ask(url: URL, agent: Agent): Promise<keyof Outcome> {
  return new Promise((resolve) => {
    const asked = request(url, { agent }, (response) => {
      response.resume()
      response.on('end', () => resolve(response.statusCode === 200 ? 'answered' : 'refused'))
      response.on('error', () => resolve('reset'))
    })
    asked.on('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'ECONNREFUSED' ? 'notConnected' : 'reset'),
    )
    asked.end()
  })
}
