import { closeSync, mkdtempSync, openSync, readFileSync, rmSync } from 'node:fs'
import { connect, createServer, Socket, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { afterEach, expect, test } from 'vitest'
import { smallDisks } from '#test/support/small-disk.ts'
import { createLog } from './log.ts'
import { createLogOutput, fileCarrier, streamCarrier } from './log-output.ts'

const leftovers: (() => unknown)[] = []
afterEach(async () => {
  for (const tidy of leftovers.splice(0).toReversed()) await tidy()
})

const until = async (isTrue: () => boolean) => await expect.poll(isTrue).toBe(true)

const linesOf = (text: string) => text.split('\n').filter(Boolean)

function newFile() {
  const folder = mkdtempSync(join(tmpdir(), 'vanfare-log-'))
  const path = join(folder, 'log')
  const file = openSync(path, 'a')
  leftovers.push(() => {
    closeSync(file)
    rmSync(folder, { recursive: true })
  })
  return { file, path }
}

test('every line arrives, in order, where there is room', async () => {
  const { file, path } = newFile()
  const output = createLogOutput(fileCarrier(file))
  const log = createLog('info', output)
  for (let number = 0; number < 2_000; number++) log.info({ number }, 'é')
  await until(() => linesOf(readFileSync(path, 'utf8')).length === 2_000)
  const numbers = linesOf(readFileSync(path, 'utf8')).map((line) => (JSON.parse(line) as { number: number }).number)
  expect(numbers).toEqual(Array.from({ length: 2_000 }, (_, index) => index))
  expect(output.dropped).toBe(0)
})

test('what waits at the end of the process is written as far as it goes', () => {
  const { file, path } = newFile()
  const output = createLogOutput(fileCarrier(file))
  output.write('first\n')
  output.write('second\n')
  output.flush()
  expect(readFileSync(path, 'utf8')).toContain('second\n')
})

test('F-15: a full device loses lines, counts each, and nothing is thrown', async () => {
  const file = openSync('/dev/full', 'w')
  leftovers.push(() => closeSync(file))
  const output = createLogOutput(fileCarrier(file))
  const log = createLog('info', output)
  for (let number = 0; number < 500; number++) log.info('to nowhere')
  await until(() => output.dropped === 500)
  output.write('last\n')
  output.write('and one that waits\n')
  expect(() => output.flush()).not.toThrow()
})

test.each(smallDisks)(
  'F-15: after a while on a full disk one line says how many are missing, and none is read as part of another',
  async (makeSmallDisk) => {
    const disk = makeSmallDisk('16k')
    leftovers.push(() => disk.remove())
    const path = join(disk.folder, 'log')
    const file = openSync(path, 'a')
    leftovers.push(() => closeSync(file))
    const output = createLogOutput(fileCarrier(file))
    const log = createLog('info', output)
    for (let number = 0; number < 1_000; number++) log.info({ number }, 'line')
    await until(() => output.dropped > 0)
    disk.change('size=4m')
    log.info('there is room again')
    log.info('after it')
    await until(() => /after it[^]*log lines dropped|log lines dropped[^]*after it/.test(readFileSync(path, 'utf8')))
    const lines = linesOf(readFileSync(path, 'utf8'))
    const parsed = lines.flatMap((line) => {
      try {
        return [JSON.parse(line) as { msg: string; dropped?: number }]
      } catch {
        return []
      }
    })
    // The disk cut one line in two at most.
    expect(lines.length - parsed.length).toBeLessThanOrEqual(1)
    const reports = parsed.filter(({ msg }) => msg === 'log lines dropped')
    expect(reports.map(({ dropped }) => dropped)).toEqual([output.dropped])
    expect(parsed.filter(({ msg }) => msg === 'line')).toHaveLength(1_000 - output.dropped)
  },
)

test('a reader who stands still costs a bounded store, and is told what was missed when he reads on', async () => {
  const server = createServer()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const arriving = new Promise<Socket>((arrived) => server.once('connection', arrived))
  const writer = connect((server.address() as AddressInfo).port, '127.0.0.1')
  const reader = await arriving
  leftovers.push(() => {
    writer.destroy()
    reader.destroy()
    server.close()
  })
  const output = createLogOutput(streamCarrier(writer), 256 * 1024)
  const log = createLog('info', output)
  const message = 'x'.repeat(1_000)
  // More than the buffers of the system hold: until some are dropped.
  let written = 0
  for (; output.dropped < 100 && written < 1e6; written++) {
    log.info({ number: written }, message)
    if (written % 100 === 0) await setImmediate()
  }
  expect(output.dropped).toBeGreaterThanOrEqual(100)
  let text = ''
  reader.setEncoding('utf8').on('data', (chunk: string) => (text += chunk))
  await until(() => text.includes('log lines dropped') && linesOf(text).length === written - output.dropped + 1)
  const reports = linesOf(text).filter((line) => line.includes('log lines dropped'))
  expect(reports.map((line) => (JSON.parse(line) as { dropped: number }).dropped)).toEqual([output.dropped])
})

test('a reader who has left costs lines and nothing else', async () => {
  const writer = new Socket()
  writer.on('error', () => undefined)
  writer.destroy()
  const output = createLogOutput(streamCarrier(writer))
  for (let count = 0; count < 10; count++) output.write('to nobody\n')
  await until(() => output.dropped >= 10)
  expect(output.dropped).toBe(10)
})
