import { randomBytes } from 'node:crypto'
import type { Clock } from './clock.ts'

const counts = new WeakMap<Clock, { last: number; count: number }>()

/** A UUIDv7 like PostgreSQL's uuidv7(), for rows whose id is needed before they are written. Later ids sort after earlier ones. */
export function newId(clock: Clock): string {
  const now = clock.now().getTime()
  const { last, count: before } = counts.get(clock) ?? { last: now, count: -1 }
  const count = now === last ? before + 1 : 0
  counts.set(clock, { last: now, count })
  const bytes = randomBytes(16)
  bytes.writeUIntBE(now, 0, 6)
  bytes.writeUInt16BE(0x7000 | (count & 0x0fff), 6)
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}

/** When such an id was made, in milliseconds; undefined for anything else. */
export const timeOfId = (id: string): number | undefined =>
  /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/.test(id)
    ? parseInt(id.slice(0, 13).replace('-', ''), 16)
    : undefined
