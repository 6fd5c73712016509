import { vi } from 'vitest'
import { WorkerHost } from '#platform/worker-host.ts'
import type { Part } from '#platform/worker-side.ts'
import { threadCpuMs } from './cpu-time.ts'

type Work = (input: unknown) => AsyncIterable<Part<unknown>>

/** What a worker's file does with each piece of work, to be done in this thread. */
async function workOf(load: () => Promise<unknown>): Promise<Work> {
  const found: Work[] = []
  vi.doMock('#platform/worker-side.ts', () => ({ answerParts: (work: Work) => found.push(work) }))
  try {
    await load()
  } finally {
    vi.doUnmock('#platform/worker-side.ts')
  }
  const [work] = found
  if (!work) throw new Error('The worker answers nothing')
  return work
}

/**
 * Milliseconds that this thread, which serves everybody, worked for it: with the workers in their threads, and, the control, with this
 * one in the same thread. Processor time, so that a busy machine changes neither.
 */
export async function besideAndHere(load: () => Promise<unknown>, ask: () => Promise<unknown>) {
  const work = await workOf(load)
  const both = async () => {
    const rounds: number[] = []
    for (let round = 0; round < 4; round += 1) rounds.push(await threadCpuMs(ask))
    // The least: the first is not warm, and any may have had something to collect.
    return Math.min(...rounds)
  }
  const beside = await both()
  const inPlace = vi.spyOn(WorkerHost.prototype, 'run').mockImplementation(async (_, input, take) => {
    for await (const { value } of work(input)) await take(value)
    return 'done'
  })
  try {
    return { beside, here: await both() }
  } finally {
    inPlace.mockRestore()
  }
}
