// The thread of one flood: asks on every connection, as soon as the one before is answered.
import { Agent } from 'node:http'
import { setTimeout as pause } from 'node:timers/promises'
import { parentPort, workerData } from 'node:worker_threads'
import { ask, type FloodOrder } from './flood.ts'

const { asked, connections, mostSeconds, counts }: FloodOrder = workerData
const agent = new Agent({ keepAlive: true, maxSockets: connections })
const end = performance.now() + mostSeconds * 1000
const state = { isOver: false }
parentPort?.once('message', () => (state.isOver = true))

async function askOn() {
  while (!state.isOver && performance.now() < end) {
    const status = await ask(asked, agent).then(
      (answer) => answer.status,
      () => 0,
    )
    Atomics.add(counts, status, 1)
    if (status === 0) await pause(20)
  }
}

// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a thread has no origin
parentPort?.postMessage('asking')
await Promise.all(Array.from({ length: connections }, askOn))
agent.destroy()
parentPort?.close()
