import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createTestApp } from '#test/support/app.ts'
import { aBooking } from '#test/support/factories/booking.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { FilesApp } from '#test/support/files-app.ts'
import { jpeg } from '#test/support/pictures.ts'
import { canMakeSmallDisks, makeSmallDisk, type SmallDisk } from '#test/support/small-disk.ts'

/** Uses up what is left. */
function fill(disk: SmallDisk): string {
  const file = join(disk.folder, 'filling')
  try {
    writeFileSync(file, Buffer.alloc(16 * 1024 * 1024))
  } catch (error) {
    expect((error as NodeJS.ErrnoException).code).toBe('ENOSPC')
  }
  return file
}

// routes.api.test.ts of the files has the same with an error in the disk's place.
if (canMakeSmallDisks) {
  test('F-15, F-16: while the disk of the files is full or can only be read, uploads are 507, and bookings go on', async () => {
    const disk = makeSmallDisk('4m')
    const app = await createTestApp({ config: { dataDir: disk.folder } })
    await app.app.fastify.listen({ port: 0, host: '127.0.0.1' })
    const files = new FilesApp(app)
    try {
      await aUnit(app)
      const photo = { content: await jpeg() }
      expect((await files.upload(photo)).status).toBe(201)
      const filling = fill(disk)
      const whenFull = await files.upload(photo)
      expect([whenFull.status, whenFull.body.code]).toEqual([507, 'no_room'])
      const booked = await aBooking(app)
      expect(booked.id).toBeTruthy()
      rmSync(filling)
      disk.change('ro')
      const whenReadOnly = await files.upload(photo)
      expect([whenReadOnly.status, whenReadOnly.body.code]).toEqual([507, 'no_room'])
      disk.change('rw')
      expect((await files.upload(photo)).status).toBe(201)
    } finally {
      await files.close()
      disk.remove()
    }
  })
}
