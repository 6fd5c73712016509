import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface StubServer {
  readonly url: string
  /** Paths asked for, in order. */
  readonly asked: string[]
  /** What it answers from now on. */
  answer: (request: IncomingMessage, response: ServerResponse) => void
  close(): Promise<void>
}

/** An outside service on loopback that answers whatever a test tells it to. */
export async function startStubServer(answer: StubServer['answer']): Promise<StubServer> {
  const server = createServer((request, response) => {
    stub.asked.push(request.url ?? '')
    stub.answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const stub: StubServer = {
    url: `http://127.0.0.1:${port}`,
    asked: [],
    answer,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
  return stub
}

export const sendJson =
  (body: unknown, status = 200): StubServer['answer'] =>
  (_request, response) =>
    void response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))

export const sendText =
  (text: string, contentType: string, status = 200): StubServer['answer'] =>
  (_request, response) =>
    void response.writeHead(status, { 'content-type': contentType }).end(text)

/** Ways in which an outside service lets one down, whatever is asked of it. `elsewhere` is where the redirect leads. */
export const misbehaviours = (elsewhere: string): [name: string, answer: StubServer['answer']][] => [
  ['never answers', () => undefined],
  [
    'starts to answer and stops',
    (_, response) => void response.writeHead(200, { 'content-type': 'application/json' }).write('{"re'),
  ],
  ['hangs up', (request) => void request.socket.destroy()],
  [
    'hangs up in the middle',
    (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' }).write('{"result":')
      setTimeout(() => response.destroy(), 5)
    },
  ],
  ['answers HTML', sendText('<!doctype html><title>Welcome</title>', 'text/html')],
  ['calls HTML JSON', sendText('<!doctype html>', 'application/json')],
  ['answers half a JSON', sendText('{"result":[', 'application/json')],
  ['answers nothing', sendText('', 'application/json')],
  ['redirects', (_, response) => void response.writeHead(302, { location: elsewhere }).end()],
  ['answers 500', sendJson({ error: 'broken' }, 500)],
  ['answers 429', sendJson({ error: 'slow down' }, 429)],
  [
    'answers far too much',
    (_, response) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      const more = () => {
        while (!response.destroyed && response.write(`"${'x'.repeat(16_000)}",`)) if (response.destroyed) return
        if (!response.destroyed) response.once('drain', more)
      }
      response.write('{"result":[')
      more()
    },
  ],
]
