import { mkdtempSync, rmSync } from 'node:fs'
import { connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Where a connection is cut: before the database has a COMMIT, or after it and before its answer. */
export type Cut = 'before' | 'after'

export interface CuttingProxy {
  /** The directory of its socket, as `host` of a connection. */
  host: string
  /** Cuts the connection of the next COMMIT. */
  cutNext(cut: Cut): void
  /** How many were cut. */
  cuts(): number
  close(): Promise<void>
}

const SOCKET = '.s.PGSQL.5432'

/** Between an app and PostgreSQL; whole until it is told to cut. */
export async function startCuttingProxy(to: { host: string }): Promise<CuttingProxy> {
  const host = mkdtempSync(join(tmpdir(), 'vanfare-cut-'))
  const open = new Set<Socket>()
  let next: Cut | undefined
  let count = 0
  const server = createServer((client) => {
    const database = connect(join(to.host, SOCKET))
    let isCut = false
    for (const socket of [client, database]) {
      open.add(socket)
      socket.on('error', () => undefined)
      socket.on('close', () => {
        open.delete(socket)
        client.destroy()
        // What was handed on reaches the database all the same.
        database.end()
      })
    }
    database.on('data', (bytes) => void (isCut || client.write(bytes)))
    client.on('data', (bytes) => {
      if (next === undefined || !/commit\0/i.test(bytes.toString('latin1'))) {
        database.write(bytes)
        return
      }
      const cut = next
      next = undefined
      count++
      isCut = true
      if (cut === 'before') database.destroy()
      // The client hears nothing; the database has it.
      else database.write(bytes, () => setTimeout(() => client.destroy(), 50))
    })
  })
  await new Promise<void>((listening) => server.listen(join(host, SOCKET), listening))
  return {
    host,
    cutNext: (cut) => void (next = cut),
    cuts: () => count,
    close: async () => {
      for (const socket of open) socket.destroy()
      await new Promise<void>((closed) => server.close(() => closed()))
      rmSync(host, { recursive: true, force: true })
    },
  }
}
