import type { IncomingMessage, Server as HttpServer, ServerResponse } from 'node:http'
import { Server, type Socket } from 'node:net'
import { setImmediate as turn, setTimeout as pause } from 'node:timers/promises'
import type { FastifyInstance } from 'fastify'

export interface DrainTimes {
  /** A connection without activity for this long is closed; a client that sends something sooner is still answered. */
  quietMs: number
  /** How long to wait for clients that do not close their side. */
  farewellMs: number
  /** How long to wait for connections in the system's backlog. */
  acceptMs: number
  /** For everything together; what is still being answered then is cut off. */
  mostMs: number
}

export const DRAIN_TIMES: DrainTimes = { quietMs: 1000, farewellMs: 500, acceptMs: 500, mostMs: 6000 }

export interface Draining {
  /** True from the moment the server was asked to stop. */
  readonly isDraining: boolean
  /** Stops accepting, answers requests on open connections, and ends each connection with its answer. */
  drain(): Promise<void>
}

interface Connection {
  answering: number
  bytesRead: number
  quietSince: number
}

/**
 * Node's own `close` cuts idle connections at once, including those on which a client has just begun to send. Here every answer
 * announces that the connection will close, and we only close connections that have gone quiet.
 */
export function createDraining(fastify: FastifyInstance, given: Partial<DrainTimes> = {}): Draining {
  const times = { ...DRAIN_TIMES, ...given }
  const { server } = fastify
  const connections = watchConnections(server)
  const state = { isDraining: false, isDeaf: false }
  fastify.addHook('onSend', async (_request, reply) => {
    if (state.isDeaf) reply.header('connection', 'close')
  })
  const drain = async () => {
    state.isDraining = true
    if (!server.listening) return
    const end = performance.now() + times.mostMs
    await emptyBacklog(server, times.acceptMs)
    // Closes only the listener: the HTTP server's own `close` would cut idle connections too.
    Server.prototype.close.call(server)
    // The flag is set only now: a client told to reconnect does so at once, and would end up in the backlog that is
    // about to be reset.
    state.isDeaf = true
    while (connections.size > 0 && performance.now() < end) {
      endQuiet(connections, times)
      await pause(Math.min(50, times.quietMs))
    }
    server.closeAllConnections()
  }
  return {
    get isDraining() {
      return state.isDraining
    },
    drain,
  }
}

function watchConnections(server: HttpServer): Map<Socket, Connection> {
  const connections = new Map<Socket, Connection>()
  server.on('connection', (socket: Socket) => {
    connections.set(socket, { answering: 0, bytesRead: 0, quietSince: performance.now() })
    socket.once('close', () => connections.delete(socket))
  })
  server.on('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
    const connection = connections.get(socket)
    if (!connection) return
    connection.answering += 1
    response.once('close', () => (connection.answering -= 1))
  })
  return connections
}

/** Closing the listener resets connections that wait in the backlog. Node accepts one per turn, so continue until none arrives. */
async function emptyBacklog(server: HttpServer, acceptMs: number): Promise<void> {
  let taken = 0
  const count = () => (taken += 1)
  server.on('connection', count)
  for (const end = performance.now() + acceptMs; performance.now() < end;) {
    const before = taken
    await turn()
    await turn()
    if (taken === before) break
  }
  server.off('connection', count)
}

function endQuiet(connections: ReadonlyMap<Socket, Connection>, { quietMs, farewellMs }: DrainTimes): void {
  const now = performance.now()
  for (const [socket, connection] of connections) {
    if (connection.answering > 0 || socket.bytesRead !== connection.bytesRead) {
      connection.bytesRead = socket.bytesRead
      connection.quietSince = now
    }
    const quietFor = now - connection.quietSince
    if (quietFor >= quietMs + farewellMs) socket.destroy()
    else if (quietFor >= quietMs && socket.writable) socket.end()
  }
}
