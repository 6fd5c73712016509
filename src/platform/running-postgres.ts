import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { findDataDirHolder } from './data-dir-lock.ts'
import { rolesAt } from './embedded-postgres.ts'
import type { DatabaseRoles } from './prepare-database.ts'

/** The embedded database of a product running on this data directory, for command-line tools. */
export async function findRunningPostgres(dataDir: string): Promise<DatabaseRoles | undefined> {
  if ((await findDataDirHolder(dataDir)) === undefined) return undefined
  try {
    // postmaster.pid: process, data directory, start, port, socket directory, …
    const socketDir = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8')
      .split('\n')[4]
      ?.trim()
    return socketDir ? rolesAt(socketDir) : undefined
  } catch {
    return undefined
  }
}
