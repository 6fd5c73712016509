import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { smallDisks } from '#test/support/small-disk.ts'
import { openDataDir } from './data-dir.ts'

const folder = mkdtempSync(join(tmpdir(), 'vanfare-data-'))
const disks: { remove(): void }[] = []
afterAll(() => {
  for (const disk of disks) disk.remove()
  rmSync(folder, { recursive: true })
})

const main = fileURLToPath(new URL('../main.ts', import.meta.url))

/** The product's own start with this directory, which is not to succeed: its exit code and all that it says. */
function startIn(dataDir: string, env: Record<string, string> = {}): Promise<{ code: number; output: string }> {
  return new Promise((done) => {
    const child = execFile(
      process.execPath,
      [main],
      {
        env: { ...process.env, NODE_ENV: 'production', LOG_LEVEL: 'warn', DATABASE_URL: '', DATA_DIR: dataDir, ...env },
      },
      (_error, stdout, stderr) => done({ code: child.exitCode ?? -1, output: stdout + stderr }),
    )
  })
}

test('a new directory is made, and nothing is left in it', () => {
  const dataDir = join(folder, 'new', 'one')
  openDataDir(dataDir)
  openDataDir(dataDir)
  expect(readdirSync(dataDir)).toEqual([])
})

test('a file in its place is a sentence and no stack, whoever keeps the secret', async () => {
  const file = join(folder, 'file')
  writeFileSync(file, 'a file')
  const sentence = `${file} is not a directory, or one of those above it is not. Move the file away, or set DATA_DIR to another directory.\n`
  expect(await startIn(file)).toEqual({ code: 1, said: sentence })
  const key = { SECRET_KEY: 'f9Qx2LmZ7rT4wN8vB3kJ6hD1sG5aP0yE' }
  expect(await startIn(file, key)).toEqual({ code: 1, said: sentence })
  expect(() => openDataDir(join(file, 'below'))).toThrow('is not a directory, or one of those above it is not.')
})

test.each(smallDisks)('F-16: a directory that can only be read is a sentence and no stack', async (makeSmallDisk) => {
  const disk = makeSmallDisk('1m')
  disks.push(disk)
  const dataDir = join(disk.folder, 'data')
  mkdirSync(dataDir)
  disk.change('ro')
  const { code, output } = await startIn(dataDir)
  expect({ code, said: output }).toEqual({
    code: 1,
    said: `${dataDir} can only be read. Mount it for writing, or set DATA_DIR to another directory.\n`,
  })
})

test.each(smallDisks)('F-15: a full one is a sentence and no stack', async (makeSmallDisk) => {
  const disk = makeSmallDisk('16k')
  disks.push(disk)
  const { code, output } = await startIn(disk.folder)
  expect({ code, said: output }).toEqual({
    code: 1,
    said: `There is no room left in ${disk.folder}. Make some, or set DATA_DIR to a directory on another disk.\n`,
  })
  expect(readdirSync(disk.folder)).toEqual([])
})

test.each(smallDisks)('F-15: one with too little room for a database says so', async (makeSmallDisk) => {
  const disk = makeSmallDisk('8m')
  disks.push(disk)
  const { code, output } = await startIn(disk.folder)
  expect(code).toBe(1)
  expect(output).toContain('There is no room left in DATA_DIR: make some, or set it to a directory on another disk.')
  expect(output).not.toMatch(/^ +at /m)
})

const production = {
  APP_MODE: 'production',
  LOG_LEVEL: 'warn',
  SECRET_KEY: 'f9Qx2LmZ7rT4wN8vB3kJ6hD1sG5aP0yE',
  PUBLIC_URL: 'https://moves.example',
  SMTP_URL: 'smtp://127.0.0.1:1',
  MAIL_FROM: 'moves@moves.example',
  CONTACT_PHONE: '+442079460999',
  CONTACT_WHATSAPP: '+447700900999',
  CONTACT_EMAIL: 'hello@moves.example',
  TRADER_NAME: 'Vanfare Trading Ltd',
  TRADER_ADDRESS: '1 Quay Street, Leith, Edinburgh EH6 6AA',
  TRADER_COMPANY_NUMBER: 'SC123456',
  TRADER_VAT_NUMBER: 'GB980780684',
  // The port has no listener, so the start ends soon after the part that is tested here.
  DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/nothing',
}
const s3 = {
  S3_ENDPOINT: 'https://s3.example',
  S3_BUCKET: 'moves',
  S3_ACCESS_KEY_ID: 'key',
  S3_SECRET_ACCESS_KEY: 'a-secret-of-our-own',
}

test.each([
  ['production without S3 says where files lie', production, true],
  ['production with S3 does not', { ...production, ...s3 }, false],
  ['nor does the demonstration', { ...production, APP_MODE: 'demo' }, false],
])('%s', async (_name, env, isReported) => {
  const dataDir = join(folder, 'files-of')
  const { output } = await startIn(dataDir, env)
  expect(output.includes(`"folder":"${join(dataDir, 'files')}","msg":"files are kept on this machine only`)).toBe(
    isReported,
  )
})
