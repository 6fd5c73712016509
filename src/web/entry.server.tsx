import { Writable } from 'node:stream'
import { renderToPipeableStream } from 'react-dom/server'
import { RouterContextProvider, ServerRouter, type EntryContext, type HandleErrorFunction } from 'react-router'
// oxlint-disable-next-line import/no-unassigned-import -- It fills the slots of the header, which in a browser are filled once somebody has signed in.
import '#web/shell/register-slots.ts'
import { fillContext, nonceContext, paceContext, reportContext, type RequestValues } from '#web/kit/page/context.ts'

// For the adapter outside this bundle, which has to use the same React Router.
export { createRequestHandler } from 'react-router'

/** How long a page may take before it is aborted. */
export const streamTimeout = 8_000

/** The rendered page travels beside the Response, because a Buffer is sent much faster than a web stream. */
const rawBody = Symbol.for('vanfare.rawBody')

/** Used by the adapter outside this bundle, so that both sides use the same context keys. */
export const contextFor = (values: RequestValues): RouterContextProvider =>
  fillContext(new RouterContextProvider(), values)

/** Renders the whole page before the first byte: no partial pages, the right status, and one Buffer to compress and cache. */
export default async function handleRequest(
  request: Request,
  status: number,
  headers: Headers,
  routerContext: EntryContext,
  context: RouterContextProvider,
): Promise<Response> {
  // Empty in development.
  const nonce = context.get(nonceContext) || undefined
  await context.get(paceContext)()
  return new Promise((resolve, reject) => {
    const { pipe, abort } = renderToPipeableStream(
      <ServerRouter context={routerContext} url={request.url} nonce={nonce} />,
      {
        nonce,
        progressiveChunkSize: 1 << 20,
        onAllReady() {
          settle()
          headers.set('Content-Type', 'text/html; charset=utf-8')
          void collect(pipe).then((body) =>
            resolve(Object.assign(new Response(null, { status, headers }), { [rawBody]: body })),
          )
        },
        onShellError(error) {
          settle()
          reject(error)
        },
        onError(error) {
          if (!request.signal.aborted) context.get(reportContext)(error)
        },
      },
    )
    const timer = setTimeout(() => abort(new Error('The page took too long to render')), streamTimeout)
    const giveUp = () => abort(request.signal.reason)
    request.signal.addEventListener('abort', giveUp)
    // A signal with listeners is retained, and with it the page and all its data.
    const settle = () => {
      clearTimeout(timer)
      request.signal.removeEventListener('abort', giveUp)
    }
  })
}

function collect(pipe: (sink: Writable) => void): Promise<Buffer> {
  return new Promise((resolve) => {
    const chunks: Buffer[] = []
    pipe(
      new Writable({
        highWaterMark: 1 << 22,
        // Always a Buffer here, over memory that React does not reuse.
        write(chunk: Buffer, _encoding, done) {
          chunks.push(chunk)
          done()
        },
        final(done) {
          resolve(Buffer.concat(chunks))
          done()
        },
      }),
    )
  })
}

/** Called by React Router for every error from loaders and actions that is not an answer. */
export const handleError: HandleErrorFunction = (error, { request, context }) => {
  if (request.signal.aborted) return
  try {
    context.get(reportContext)(error)
  } catch {
    // Without a context the adapter answers with its own 500 and logs the error.
  }
}
