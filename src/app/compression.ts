import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'

export type Encoding = 'br' | 'gzip'

const brotliOf = promisify(brotliCompress)
const gzipOf = promisify(gzip)

/** Smaller answers gain nothing from compression. */
const worthwhileBytes = 1024

export const brotli = (body: Buffer, quality: number): Promise<Buffer> =>
  brotliOf(body, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: quality,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: body.length,
    },
  })

export const gzipped = (body: Buffer, level: number): Promise<Buffer> => gzipOf(body, { level })

const accepted = (['br', 'gzip'] as const).map(
  (encoding) => [encoding, new RegExp(`(?:^|,)\\s*${encoding}\\s*(?:;\\s*q=([\\d.]+))?\\s*(?:,|$)`, 'i')] as const,
)

/** The best encoding the browser accepts; undefined if it accepts neither. */
export function encodingFor(acceptEncoding: string | undefined): Encoding | undefined {
  if (!acceptEncoding) return undefined
  for (const [encoding, pattern] of accepted) {
    const match = pattern.exec(acceptEncoding)
    if (match && Number(match[1] ?? 1) > 0) return encoding
  }
  return undefined
}

/** For personal answers: fast rather than small. */
export async function compressOnce(
  body: Buffer,
  acceptEncoding: string | undefined,
): Promise<{ body: Buffer; encoding?: Encoding }> {
  const encoding = body.length < worthwhileBytes ? undefined : encodingFor(acceptEncoding)
  if (!encoding) return { body }
  return { body: encoding === 'br' ? await brotli(body, 4) : await gzipped(body, 6), encoding }
}
