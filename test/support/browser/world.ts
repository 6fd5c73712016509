// What a browser test makes for itself in the product under test: its company, van, customer and booking.
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { LocalDay } from '#shared/local-time.ts'
import type { Owner } from './owners.ts'

export interface JobOptions {
  /** Confirmed by its driver unless it still waits. */
  status?: 'confirmed' | 'new_booking'
  paidInCash?: boolean
  /** Another job of this unit, which has to be the test's own. */
  unitId?: string
  /** The district that the unit serves, and a postcode in it, instead of the usual hill. */
  district?: string
  from?: string
  /** When it begins: otherwise at noon of a day to come. */
  at?: string
  /** Gives the people of its company photos that can be looked at. */
  hasPhotos?: boolean
  /** Takes the job through its whole day, which has to be over, as its driver would have. */
  isFinished?: boolean
  minutes?: number
  /** How long its van is held for it, if not as long. */
  heldMinutes?: number
}

export interface Job {
  id: string
  /** On which it was booked. */
  day: LocalDay
  unitId: string
  plate: string
  companyId: string
  company: string
  /** The owner of its company. */
  driver: Owner
  /** Of the customer. */
  email: string
  password: string
  firstName: string
  phone: string
}

/** A booking of a new customer, with a new company unless one is named. */
export async function aJob(options: JobOptions = {}): Promise<Job> {
  const answer = await fetch(process.env['VANFARE_TEST_WORLD'] ?? '', { method: 'POST', body: JSON.stringify(options) })
  if (!answer.ok) throw new Error(`No job could be made: ${await answer.text()}`)
  return (await answer.json()) as Job
}

/** Once per run, by browser-setup.ts: the process that makes all of it. */
export async function startWorld(url: string, dataDir: string): Promise<() => Promise<void>> {
  const child = spawn(process.execPath, [fileURLToPath(new URL('world-server.ts', import.meta.url))], {
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    env: {
      ...process.env,
      NODE_ENV: 'production',
      APP_MODE: 'demo',
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      PUBLIC_URL: url,
      LOG_LEVEL: 'warn',
    },
  })
  const gone = once(child, 'exit')
  const said = await Promise.race([once(child, 'message').then(([address]) => String(address)), gone])
  if (typeof said !== 'string') throw new Error('What makes the tests’ own bookings did not start')
  process.env['VANFARE_TEST_WORLD'] = said
  return async () => {
    child.kill('SIGTERM')
    await gone
  }
}
