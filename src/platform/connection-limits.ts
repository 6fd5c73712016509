import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { networkOf } from './rate-limit.ts'

/**
 * Limits the connections of one network. A further one replaces the network's oldest connection without a request in progress: an
 * office full of browsers never notices, and somebody hoarding connections only loses their own.
 */
export function limitConnections(server: Server, most: number, isExempt: (address: string) => boolean): void {
  const networks = new Map<string, Set<Socket>>()
  const busy = new WeakMap<Socket, number>()
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    busy.set(socket, (busy.get(socket) ?? 0) + 1)
    response.once('close', () => busy.set(socket, (busy.get(socket) ?? 1) - 1))
  })
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    if (isExempt(address)) return
    const network = networkOf(address)
    const held = networks.get(network) ?? new Set<Socket>()
    if (held.size >= most) {
      const idle = held.values().find((other) => !busy.get(other))
      if (!idle) {
        socket.destroy()
        return
      }
      held.delete(idle)
      idle.destroy()
    }
    networks.set(network, held.add(socket))
    socket.once('close', () => {
      held.delete(socket)
      if (held.size === 0 && networks.get(network) === held) networks.delete(network)
    })
  })
}
