import { vi } from 'vitest'
import { WorkerHost } from '#platform/worker-host.ts'
import type { Part } from '#platform/worker-side.ts'

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
 * How often this thread, which serves everybody, did something while it asked: with the workers in their threads, and, the control, with
 * this one in the same thread.
 */
export async function timesHere<Thing>(
  thing: Thing,
  does: keyof Thing,
  load: () => Promise<unknown>,
  ask: () => Promise<unknown>,
): Promise<{ beside: number; here: number }> {
  const work = await workOf(load)
  const done = vi.spyOn(thing as Record<keyof Thing, () => unknown>, does)
  const inPlace = vi.spyOn(WorkerHost.prototype, 'run')
  try {
    await ask()
    const beside = done.mock.calls.length
    inPlace.mockImplementation(async (_, input, take) => {
      for await (const { value } of work(input)) await take(value)
      return 'done'
    })
    await ask()
    return { beside, here: done.mock.calls.length - beside }
  } finally {
    inPlace.mockRestore()
    done.mockRestore()
  }
}
