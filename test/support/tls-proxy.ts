import { request } from 'node:http'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { makeCertificate } from './certificate.ts'

export interface TlsProxy {
  /** As people type it. */
  url: string
  /** Where the next requests go. */
  upstreamPort: number
  /** Whether it tells what it knows of its client, and passes on the host that was asked for, as proxies are mostly set up. */
  isTalkative: boolean
  close(): Promise<void>
}

/** What stands before the product in production: it takes https and speaks plain http to us. */
export async function startTlsProxy(): Promise<TlsProxy> {
  const server = createServer(makeCertificate(), (asked, answer) => {
    const { host, ...headers } = asked.headers
    const told = {
      host,
      'x-forwarded-for': asked.socket.remoteAddress,
      'x-forwarded-proto': 'https',
      'x-forwarded-host': host,
      'x-real-ip': asked.socket.remoteAddress,
    }
    const passed = request({
      host: '127.0.0.1',
      port: proxy.upstreamPort,
      method: asked.method,
      path: asked.url,
      headers: proxy.isTalkative ? { ...headers, ...told } : headers,
    })
    passed.on('response', (upstream) => {
      answer.writeHead(upstream.statusCode ?? 502, upstream.headers)
      upstream.pipe(answer)
    })
    passed.on('error', () => (answer.headersSent ? answer.destroy() : answer.writeHead(502).end()))
    answer.on('close', () => passed.destroy())
    asked.pipe(passed)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const proxy: TlsProxy = {
    url: `https://localhost:${(server.address() as AddressInfo).port}`,
    upstreamPort: 0,
    isTalkative: false,
    close: () =>
      new Promise((done) => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
  return proxy
}
