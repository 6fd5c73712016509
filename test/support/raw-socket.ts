import { connect, type Socket } from 'node:net'

export interface RawAnswer {
  /** 0 where the connection ended without an answer. */
  status: number
  head: string
  body: string
  /** Milliseconds from the connection's start to its end. */
  ms: number
  isClosed: boolean
}

/** Speaks to a server byte by byte. `write` may take its time; the answer is read until the server closes or `patienceMs` is over. */
export async function rawRequest(
  port: number,
  write: string | Uint8Array | ((socket: Socket) => unknown),
  patienceMs = 3000,
  /** The loopback address that it comes from. */
  localAddress = '127.0.0.1',
): Promise<RawAnswer> {
  const started = performance.now()
  const chunks: Buffer[] = []
  const socket = connect({ port, host: '127.0.0.1', localAddress })
  let isClosed = false
  await new Promise<void>((resolve) => {
    const patience = setTimeout(resolve, patienceMs)
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('error', () => undefined)
    socket.on('close', () => {
      isClosed = true
      clearTimeout(patience)
      resolve()
    })
    socket.on('connect', () => (typeof write === 'function' ? void write(socket) : void socket.write(write)))
  })
  socket.destroy()
  const text = Buffer.concat(chunks).toString('latin1')
  const [head = '', ...rest] = text.split('\r\n\r\n')
  return {
    status: Number(/^HTTP\/1\.1 (\d{3})/.exec(head)?.[1] ?? 0),
    head,
    body: rest.join('\r\n\r\n'),
    ms: performance.now() - started,
    isClosed,
  }
}
