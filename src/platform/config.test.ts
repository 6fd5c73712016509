import { mkdtempSync, readFileSync, rmSync, statSync, closeSync, openSync } from 'node:fs'
import { connect, createServer, Socket, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { parseEnv } from 'node:util'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { smallDisks } from '#test/support/small-disk.ts'
import { readConfig } from './config.ts'
import { DEFAULTS } from './environment.ts'
import { createLog, createLogOutput, fileCarrier, streamCarrier } from './log.ts'
import { isMac, macOf } from './secret-key.ts'
import { digestOf, newSecret, seal, unseal } from './secrets.ts'

describe('configuration', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vanfare-config-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const demo = { DATA_DIR: folder }
  const key = 'kX9vQ2mB7nR4tY8wE1zU6pA3sD5fG0hJ'
  const production = {
    ...demo,
    APP_MODE: 'production',
    SECRET_KEY: key,
    PUBLIC_URL: 'https://vanfare.example',
    SMTP_URL: 'smtps://user:password@mail.example:465',
    MAIL_FROM: 'Vanfare <office@vanfare.example>',
    CONTACT_PHONE: '+441134960000',
    CONTACT_WHATSAPP: '+447700900999',
    CONTACT_EMAIL: 'office@vanfare.example',
    TRADER_NAME: 'Vanfare Trading Ltd',
    TRADER_ADDRESS: '1 Quay Street, Leith, Edinburgh EH6 6AA',
    TRADER_COMPANY_NUMBER: 'sc 123456',
    TRADER_VAT_NUMBER: 'GB 980 7806 84',
  }

  it('has an example that lists every variable with its default', () => {
    expect(parseEnv(readFileSync(new URL('../../.env.example', import.meta.url), 'utf8'))).toEqual(DEFAULTS)
  })

  it('reads an empty environment, and one copied from the example, as the demonstration', () => {
    const config = readConfig(demo)
    expect(config).toMatchObject({
      appMode: 'demo',
      isDevelopment: false,
      host: '127.0.0.1',
      port: 3000,
      publicUrl: 'http://127.0.0.1:3000',
      dataDir: folder,
      trustProxy: false,
      connectionsPerNetwork: 200,
      rateLimitFactor: 1,
    })
    expect(config.guardOff.size).toBe(0)
    expect(readConfig({ ...DEFAULTS, ...demo })).toEqual(config)
  })

  it('makes a key for the demonstration once, for its owner only', () => {
    const { secretKey } = readConfig(demo)
    expect(secretKey.length).toBeGreaterThanOrEqual(64)
    expect(readConfig(demo).secretKey).toBe(secretKey)
    expect(statSync(join(folder, 'secret-key')).mode & 0o777).toBe(0o600)
    expect(readConfig({ ...demo, SECRET_KEY: key }).secretKey).toBe(key)
  })

  it('starts in production when everything that matters is set', () => {
    expect(readConfig(production)).toMatchObject({
      appMode: 'production',
      publicUrl: 'https://vanfare.example',
      secretKey: key,
      trader: {
        name: 'Vanfare Trading Ltd',
        address: '1 Quay Street, Leith, Edinburgh EH6 6AA',
        companyNumber: 'SC123456',
        vatNumber: 'GB980780684',
      },
    })
  })

  const WRONG: [Record<string, string>, string][] = [
    [{ APP_MODE: 'live' }, 'APP_MODE must be one of: demo, production.'],
    [{ PROCESS_ROLE: 'jobs' }, 'PROCESS_ROLE must be one of'],
    [{ HOST: 'my host' }, 'HOST must be an address'],
    [{ PORT: '0' }, 'PORT must be a whole number from 1 to 65535.'],
    [{ PORT: '65536' }, 'PORT must be a whole number from 1 to 65535.'],
    [{ PORT: '3e3' }, 'PORT must be a whole number from 1 to 65535.'],
    [{ PUBLIC_URL: 'vanfare.example' }, 'PUBLIC_URL must be an address such as https://vanfare.example.'],
    [{ PUBLIC_URL: 'https://vanfare.example/app' }, 'PUBLIC_URL must be scheme, host and port only'],
    [{ PUBLIC_URL: 'javascript:alert(1)' }, 'PUBLIC_URL must be an address'],
    [{ DATABASE_URL: 'mysql://localhost/x' }, 'DATABASE_URL must be an address such as postgresql://'],
    [{ DATABASE_MIGRATE_URL: 'postgresql://owner@db/vanfare' }, 'DATABASE_URL must be set too'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL must be one of'],
    [{ SECRET_KEY: 'short' }, 'SECRET_KEY must have at least 32 characters'],
    [{ SECRET_KEY: 'changeme'.repeat(6) }, 'SECRET_KEY is too easy to guess'],
    [{ CONTACT_PHONE: '020 7946 0123' }, 'CONTACT_PHONE must be an international number: + and 10 to 15 digits.'],
    [{ CONTACT_EMAIL: 'nobody' }, 'CONTACT_EMAIL must be an email address.'],
    [{ TRADER_NAME: 'V' }, 'TRADER_NAME must be the registered name, on one line.'],
    [
      { TRADER_ADDRESS: '1 Quay Street\nLeith' },
      'TRADER_ADDRESS must be the registered office, on one line with commas.',
    ],
    [{ TRADER_COMPANY_NUMBER: 'ABC12345' }, 'TRADER_COMPANY_NUMBER must be a number of Companies House'],
    [{ TRADER_VAT_NUMBER: 'GB980780685' }, 'TRADER_VAT_NUMBER must be a UK VAT number, such as GB123456782.'],
    [{ SOCIAL_FACEBOOK: 'vanfare' }, 'SOCIAL_FACEBOOK must be an address'],
    [{ SMTP_URL: 'https://mail.example' }, 'SMTP_URL must be an address such as smtps://'],
    [{ MAIL_FROM: 'Vanfare\r\nBcc: x@y.z <a@b.uk>' }, 'MAIL_FROM must be an address, or a name and <address>.'],
    [{ SMS_URL: 'https://sms.example' }, 'SMS_KEY must be set too'],
    [{ ADDRESS_LOOKUP_URL: 'https://addresses.example' }, 'ADDRESS_LOOKUP_KEY must be set too'],
    [{ ADDRESS_LOOKUP_KEY: 'a"b' }, 'ADDRESS_LOOKUP_KEY must be a key without spaces and quotes.'],
    [{ S3_BUCKET: 'photos', S3_ENDPOINT: 'https://s3.example' }, 'S3_ACCESS_KEY_ID must be set too'],
    [{ PROCESS_ROLE: 'worker' }, 'DATABASE_URL must be set too: a process with PROCESS_ROLE=worker'],
    [{ PROCESS_ROLE: 'web' }, 'DATABASE_URL must be set too: a process with PROCESS_ROLE=web'],
    [{ METRICS_TOKEN: 'secret' }, 'METRICS_TOKEN must have at least 24 characters'],
    [{ TRUST_PROXY: 'true' }, 'TRUST_PROXY must be false'],
    [{ TRUST_PROXY: '0.0.0.0/0' }, 'TRUST_PROXY must be false'],
    [{ TRUST_PROXY: '10.0.0.0/8' }, 'TRUST_PROXY must be false'],
    [{ TRUST_PROXY: '::/0' }, 'TRUST_PROXY must be false'],
    [{ TRUST_PROXY: '99' }, 'TRUST_PROXY must be false'],
    [{ TRUST_PROXY: 'loopback' }, 'TRUST_PROXY must be false'],
    [{ CONNECTIONS_PER_NETWORK: '0' }, 'CONNECTIONS_PER_NETWORK must be a whole number from 1 to 2000.'],
    [{ CONNECTIONS_PER_NETWORK: '3000' }, 'CONNECTIONS_PER_NETWORK must be a whole number from 1 to 2000.'],
    [{ RATE_LIMIT_FACTOR: '0' }, 'RATE_LIMIT_FACTOR must be more than 0.'],
    [{ RATE_LIMIT_FACTOR: 'none' }, 'RATE_LIMIT_FACTOR must be a number'],
    [{ GUARD_OFF: 'exclusion' }, 'GUARD_OFF is for tests only: leave it empty.'],
    [{ GUARD_OFF: 'Unit Lock', NODE_ENV: 'test' }, 'GUARD_OFF must be names of guards'],
  ]

  it.each(WRONG)('refuses %o in one line that names the variable', (env, line) => {
    expect(refusal({ ...demo, ...env }).split('\n')[0]).toContain(line)
  })

  const WRONG_IN_PRODUCTION: [Record<string, string>, string][] = [
    [{ SECRET_KEY: '' }, 'SECRET_KEY must be set in production'],
    [{ PUBLIC_URL: '' }, 'PUBLIC_URL must be set in production'],
    [{ PUBLIC_URL: 'http://vanfare.example' }, 'PUBLIC_URL must begin with https:// in production.'],
    [{ SMTP_URL: '' }, 'SMTP_URL must be set in production'],
    [{ MAIL_FROM: '' }, 'MAIL_FROM must be set in production: the default is made up.'],
    [{ CONTACT_PHONE: '' }, 'CONTACT_PHONE must be set in production: the default is made up.'],
    [{ CONTACT_WHATSAPP: DEFAULTS.CONTACT_WHATSAPP }, 'CONTACT_WHATSAPP must be set in production'],
    [{ CONTACT_EMAIL: '' }, 'CONTACT_EMAIL must be set in production'],
    [{ TRADER_NAME: '' }, 'TRADER_NAME must be set in production: the default is made up.'],
    [{ TRADER_ADDRESS: '' }, 'TRADER_ADDRESS must be set in production: the default is made up.'],
    [{ TRADER_COMPANY_NUMBER: '' }, 'TRADER_COMPANY_NUMBER must be set in production: the default is made up.'],
    [{ TRADER_VAT_NUMBER: DEFAULTS.TRADER_VAT_NUMBER }, 'TRADER_VAT_NUMBER must be set in production'],
    [
      { DATABASE_URL: 'postgresql://vanfare:vanfare@database:5432/vanfare' },
      'DATABASE_URL must be a secret of your own',
    ],
    [
      {
        S3_ENDPOINT: 'https://s3.example',
        S3_BUCKET: 'photos',
        S3_ACCESS_KEY_ID: 'minioadmin',
        S3_SECRET_ACCESS_KEY: 'minioadmin',
      },
      'S3_SECRET_ACCESS_KEY must be a secret of your own',
    ],
    [{ RATE_LIMIT_FACTOR: '2' }, 'RATE_LIMIT_FACTOR must be 1 in production.'],
    [{ GUARD_OFF: 'unit_lock' }, 'GUARD_OFF is for tests only'],
  ]

  it.each(WRONG_IN_PRODUCTION)('refuses %o in production', (env, line) => {
    expect(refusal({ ...production, ...env })).toMatch(new RegExp(`^${line.replaceAll('/', '\\/')}`))
  })

  it('names every wrong variable at once, and never shows a value', () => {
    const message = refusal({ ...demo, PORT: 'x', SECRET_KEY: 'hunter2', DATABASE_URL: 'mysql://me:hunter2@db' })
    expect(message.split('\n').map((line) => line.split(' ')[0])).toEqual(['PORT', 'DATABASE_URL', 'SECRET_KEY'])
    expect(message).not.toContain('hunter2')
  })

  const TRUSTED: [string, false | number | string[]][] = [
    ['false', false],
    ['1', 1],
    ['127.0.0.1', ['127.0.0.1']],
    ['10.1.2.3, 10.1.2.0/24', ['10.1.2.3', '10.1.2.0/24']],
    ['fd00::1,fd00:0:0:1::/64', ['fd00::1', 'fd00:0:0:1::/64']],
  ]

  it.each(TRUSTED)('trusts the proxies of TRUST_PROXY=%s', (text, trusted) => {
    expect(readConfig({ ...demo, TRUST_PROXY: text }).trustProxy).toEqual(trusted)
  })

  it('lets tests switch guards off by name', () => {
    const { guardOff } = readConfig({ ...demo, NODE_ENV: 'test', GUARD_OFF: 'unit_lock,exclusion' })
    expect([...guardOff]).toEqual(['unit_lock', 'exclusion'])
  })

  function refusal(env: Record<string, string>): string {
    try {
      readConfig(env)
    } catch (error) {
      if (error instanceof Error && error.name === 'StartError') return error.message
      throw error
    }
    return 'It was accepted.'
  }
})

describe('secrets', () => {
  const ringOf = (secretKey: string, ...oldSecretKeys: string[]) => ({ secretKey, oldSecretKeys })

  it('a secret is 43 URL-safe characters and none comes twice', () => {
    const made = Array.from({ length: 1000 }, newSecret)
    for (const secret of made) expect(secret).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(new Set(made).size).toBe(1000)
  })

  it('what was sealed opens with the same key and label only', () => {
    const [ring, other] = [ringOf(newSecret()), ringOf(newSecret())]
    const label = digestOf('one')
    const sealed = seal(ring, 'token', label, 'the next token')
    expect(unseal(ring, 'token', label, sealed)).toBe('the next token')
    expect(sealed).not.toContain('next')
    expect(() => unseal(other, 'token', label, sealed)).toThrow('key_missing')
    expect(() => unseal(ring, 'other purpose', label, sealed)).toThrow('key_missing')
    expect(() => unseal(ring, 'token', digestOf('two'), sealed)).toThrow('key_missing')
    expect(() => unseal(ring, 'token', label, `${sealed.slice(0, -2)}AA`)).toThrow('key_missing')
  })

  it('a former key of the ring opens and recognises what it made, and makes nothing new', () => {
    const [former, newest] = [newSecret(), newSecret()]
    const label = digestOf('one')
    const ring = ringOf(newest, former)
    const sealed = seal(ringOf(former), 'token', label, 'text')
    expect(unseal(ring, 'token', label, sealed)).toBe('text')
    // What is older than the names of keys has none.
    expect(unseal(ring, 'token', label, sealed.split('.')[1] ?? '')).toBe('text')
    expect(unseal(ringOf(newest), 'token', label, seal(ring, 'token', label, 'text'))).toBe('text')
    const mac = macOf(ringOf(former), 'link', 'one')
    expect(isMac(ring, 'link', 'one', mac)).toBe(true)
    expect(isMac(ringOf(newest), 'link', 'one', mac)).toBe(false)
    expect(isMac(ring, 'link', 'one', mac.subarray(0, 16))).toBe(false)
    expect(macOf(ring, 'link', 'one')).toEqual(macOf(ringOf(newest), 'link', 'one'))
  })
})

describe('log output', () => {
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

  it('every line arrives, in order, where there is room', async () => {
    const { file, path } = newFile()
    const output = createLogOutput(fileCarrier(file))
    const log = createLog('info', output)
    for (let number = 0; number < 2_000; number++) log.info({ number }, 'é')
    await until(() => linesOf(readFileSync(path, 'utf8')).length === 2_000)
    const numbers = linesOf(readFileSync(path, 'utf8')).map((line) => (JSON.parse(line) as { number: number }).number)
    expect(numbers).toEqual(Array.from({ length: 2_000 }, (_, index) => index))
    expect(output.dropped).toBe(0)
  })

  it('what waits at the end of the process is written as far as it goes', async () => {
    const { file, path } = newFile()
    const output = createLogOutput(fileCarrier(file))
    output.write('first\n')
    output.write('second\n')
    output.flush()
    expect(readFileSync(path, 'utf8')).toContain('second\n')
    // A write that is under way when its file is closed goes to the next file that gets the number.
    await until(() => readFileSync(path, 'utf8').includes('first\n'))
  })

  it('F-15: a full device loses lines, counts each, and nothing is thrown', async () => {
    const file = openSync('/dev/full', 'w')
    leftovers.push(() => closeSync(file))
    const output = createLogOutput(fileCarrier(file))
    const log = createLog('info', output)
    for (let number = 0; number < 500; number++) log.info('to nowhere')
    await until(() => output.dropped === 500)
    output.write('last\n')
    output.write('and one that waits\n')
    expect(() => output.flush()).not.toThrow()
    // The write of the last line is over, and can't reach the file of the next test.
    await until(() => output.dropped === 501)
  })

  it.each(smallDisks)(
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

  it('a reader who stands still costs a bounded store, and is told what was missed when he reads on', async () => {
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

  it('a reader who has left costs lines and nothing else', async () => {
    const writer = new Socket()
    writer.on('error', () => undefined)
    writer.destroy()
    const output = createLogOutput(streamCarrier(writer))
    for (let count = 0; count < 10; count++) output.write('to nobody\n')
    await until(() => output.dropped >= 10)
    expect(output.dropped).toBe(10)
  })
})
