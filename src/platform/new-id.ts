import { randomBytes } from 'node:crypto'

let last = 0
let count = 0

/** A UUIDv7 as PostgreSQL's uuidv7() makes them, for rows whose id is needed before they are written: later ones sort after earlier. */
export function newId(): string {
  const now = Date.now()
  count = now === last ? count + 1 : 0
  last = now
  const bytes = randomBytes(16)
  bytes.writeUIntBE(now, 0, 6)
  bytes.writeUInt16BE(0x7000 | (count & 0x0fff), 6)
  bytes.writeUInt8(0x80 | (bytes.readUInt8(8) & 0x3f), 8)
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')
}
