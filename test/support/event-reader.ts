import { Agent, request, type ClientRequest, type IncomingMessage } from 'node:http'
import { fromWire } from '#shared/wire.ts'

export interface HeardEvent {
  id: string
  name: string
  data: unknown
  /** When it came, by `performance.now()`. */
  at: number
}

/** A listener of server-sent events over a real connection, which may come from any loopback address. */
export interface EventReader {
  readonly status: number
  /** Of a refusal. */
  readonly body: string
  readonly events: HeardEvent[]
  readonly isOver: boolean
  close(): void
}

export interface Listening {
  bearer?: string
  lastEventId?: string
  from?: string
}

export function readEvents(url: string, { bearer, lastEventId, from }: Listening = {}): Promise<EventReader> {
  const headers = {
    accept: 'text/event-stream',
    ...(bearer ? { authorization: `Bearer ${bearer}` } : {}),
    ...(lastEventId ? { 'last-event-id': lastEventId } : {}),
  }
  return new Promise((resolve, reject) => {
    const asked = request(url, { agent: new Agent(), localAddress: from, headers }, (response) =>
      resolve(readerOf(asked, response)),
    )
    asked.on('error', reject).end()
  })
}

function readerOf(asked: ClientRequest, response: IncomingMessage): EventReader {
  const reader = { status: response.statusCode ?? 0, body: '', isOver: false, events: [] as HeardEvent[] }
  let rest = ''
  response.setEncoding('utf8')
  response.on('data', (text: string) => {
    reader.body += text
    const blocks = (rest + text).split('\n\n')
    rest = blocks.pop() ?? ''
    for (const block of blocks) if (block.includes('event: ')) reader.events.push(eventIn(block))
  })
  response.on('error', () => undefined)
  response.on('close', () => (reader.isOver = true))
  return Object.assign(reader, { close: () => void asked.destroy() })
}

function eventIn(block: string): HeardEvent {
  const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'm').exec(block)?.[1] ?? ''
  return {
    id: field('id'),
    name: field('event'),
    data: fromWire(JSON.parse(field('data')) as object),
    at: performance.now(),
  }
}
