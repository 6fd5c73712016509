import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from '#test/support/browser/test.ts'
import { paceOfTime } from '#test/support/pace.ts'
import { freePort } from '#test/support/product.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

type Start = { child: ChildProcess; output: () => string; ended: Promise<number | null> }

/** `npm start`, but for npm. */
function start(env: Record<string, string>): Start {
  const child = spawn(process.execPath, ['scripts/launch.mjs', 'start'], {
    cwd: root,
    env: { ...process.env, NODE_ENV: '', APP_MODE: 'demo', LOG_LEVEL: 'warn', DATABASE_URL: '', ...env },
  })
  let text = ''
  child.stdout.on('data', (chunk: Buffer) => (text += chunk.toString()))
  child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()))
  return { child, output: () => text, ended: new Promise((done) => child.once('close', (code) => done(code))) }
}

async function says({ child, output }: Start, text: string): Promise<void> {
  for (const end = Date.now() + 240_000; Date.now() < end && child.exitCode === null; await sleep(20)) {
    if (output().includes(text)) return
  }
  throw new Error(`It said only: ${output()}`)
}

const serversOf = (dataDir: string): string[] =>
  readdirSync('/proc').filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes(`${dataDir}/postgres`)
    } catch {
      return false
    }
  })

test('npm start serves the product, refuses a second one on its data, and leaves nothing behind', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'vanfare-start-'))
  const port = await freePort()
  const env = { DATA_DIR: dataDir, PORT: String(port) }
  const starts: Start[] = []
  try {
    const first = start(env)
    starts.push(first)
    await says(first, '/dev/mailbox')
    for (const role of ['customer', 'driver', 'admin', 'support'])
      expect(first.output()).toContain(`${role}@vanfare.test`)
    expect(first.output()).toContain(`Vanfare is at http://127.0.0.1:${port}`)
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200)

    const second = start({ ...env, PORT: String(await freePort()) })
    starts.push(second)
    expect(await second.ended).toBe(1)
    expect(second.output()).toMatch(
      /^Vanfare is already running on .+: process \d+\. Stop it first, or set DATA_DIR to another directory\.\n$/,
    )
    expect((await fetch(`http://127.0.0.1:${port}/readyz`)).status).toBe(200)

    first.child.kill('SIGKILL')
    await expect.poll(() => serversOf(dataDir), { timeout: 20_000 }).toEqual([])

    const started = performance.now()
    const third = start(env)
    starts.push(third)
    await says(third, '/dev/mailbox')
    expect(performance.now() - started).toBeLessThan(10_000 * paceOfTime())
    third.child.kill('SIGTERM')
    expect(await third.ended).toBe(0)
    expect(serversOf(dataDir)).toEqual([])
  } finally {
    for (const { child } of starts) child.kill('SIGTERM')
    await Promise.all(starts.map(({ ended }) => ended))
    rmSync(dataDir, { recursive: true, force: true })
  }
})
