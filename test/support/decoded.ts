import sharp, { type Sharp } from 'sharp'
import { vi } from 'vitest'

/** How many pictures were decoded while this ran. Reading a header is not decoding. */
export async function decoded(work: () => Promise<unknown>): Promise<number> {
  const toBuffer = vi.spyOn(sharp.prototype as Sharp, 'toBuffer')
  try {
    await work()
    return toBuffer.mock.calls.length
  } finally {
    toBuffer.mockRestore()
  }
}
