import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { updatePassword } from '#modules/identity/passwords/contract.ts'
import { signAccessToken } from '#modules/identity/sessions/gateway.ts'
import { StartError } from '#platform/errors.ts'
import { addMinutes } from '#shared/local-time.ts'
import { countOldSeals, resealColumn } from '#platform/key-rotation.ts'
import { newSecret } from '#platform/secrets.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { aDriver, must, type TestDriver } from '#test/support/driver.ts'
import { mailboxOf, mailedToken } from '#test/support/people.ts'
import { sessionFor } from '#test/support/session.ts'
import { confirmBankingAccount, getBankingAccount, saveBankingAccount } from './contract.ts'
import { createBankDetailsCheck } from './gateway.ts'
import { findPayableAccount, sealedAccounts } from '../queries.ts'

describe('bank details', () => {
  let app: TestApp
  let driver: TestDriver
  beforeAll(async () => {
    app = await createTestApp()
  })
  beforeEach(async () => {
    app.clock.set('2026-11-20T09:00:00Z')
    driver = await aDriver(app)
  })
  afterAll(() => app.close())

  const account = { accountHolder: 'Dawn Pennant', sortCode: '20-45-42', accountNumber: '31926819' }
  const other = { accountHolder: 'D Pennant', sortCode: '40 47 84', accountNumber: '70872490' }

  const enter = (body = account, who = driver, currentPassword: string | null = who.password) =>
    who.call(saveBankingAccount, { body: { ...body, currentPassword } })
  const confirm = (token: string, who = driver) => who.call(confirmBankingAccount, { body: { token } })
  const expired = { status: 409, problem: { code: 'token_expired' } }

  /** Enters an account and confirms it by the emailed link. */
  async function change(body = account): Promise<void> {
    await must(enter(body))
    await must(confirm(await mailedToken(app, driver.email)))
  }

  /** So much later, in a session that began now and was kept alive. */
  async function later(by: Parameters<TestApp['clock']['advance']>[0]): Promise<void> {
    const { sessionId } = await sessionFor(app, driver.id)
    app.clock.advance(by)
    await app.ctx.db
      .updateTable('identity.session')
      .set({ expiresAt: addMinutes(app.clock.now(), 60) })
      .where('id', '=', sessionId)
      .execute()
    driver = { ...driver, call: app.call(await signAccessToken(app.ctx, { userId: driver.id, sessionId })) }
  }

  /** Account that the company would be paid to at this moment. */
  const paidTo = async () => (await findPayableAccount(app.ctx, driver.companyId))?.accountNumber
  const shown = async () => must(driver.call(getBankingAccount))

  /** Every row that a change could write. */
  async function traces(): Promise<string> {
    const { rows } = await app.app.pool.query<{ text: string }>(
      `select coalesce(string_agg(t::text, ''), '') as text from (
       select b::text as t from companies.bank_account b union all select o::text from identity.one_time_token o
       union all select m::text from notifications.message m union all select a::text from audit.entry a) all_rows`,
    )
    return rows[0]?.text ?? ''
  }

  const audited = async () => {
    const rows = await app.ctx.db
      .selectFrom('audit.entry')
      .select(['action', 'actorId', 'after'])
      .where('object', '=', `company ${driver.companyId}`)
      .orderBy('id')
      .execute()
    return rows.filter(({ action }) => action.startsWith('bank_account.'))
  }

  describe('T-107: a stolen session does not change where a company is paid', () => {
    it('without the password, once the login is older than five minutes, before anything is written', async () => {
      await later({ minutes: 5, seconds: 1 })
      const before = await traces()
      for (const password of [null, 'not-my-password-1'])
        expect(await enter(account, driver, password)).toMatchObject({
          status: 403,
          problem: { code: 'reauth_required' },
        })
      expect(await traces()).toBe(before)
      expect((await enter()).status).toBe(201)
    })

    it('asks for none within five minutes of the login', async () => {
      await later({ minutes: 5 })
      expect((await enter(account, driver, null)).status).toBe(201)
    })

    it('without the owner’s email: nothing is paid to what was only entered', async () => {
      await must(enter())
      app.clock.advance({ days: 3 })
      expect(await paidTo()).toBeUndefined()
    })

    it('takes no link of somebody else’s, and leaves it to its owner', async () => {
      const owner = driver
      const thief = await aDriver(app)
      await must(enter())
      const token = await mailedToken(app, owner.email)
      expect(await confirm(token, thief)).toMatchObject(expired)
      await must(enter(other, thief))
      expect(await confirm(await mailedToken(app, thief.email), owner)).toMatchObject(expired)
      expect((await confirm(token, owner)).status).toBe(200)
    })

    it('takes a link once, for a day, and only the newest', async () => {
      await must(enter())
      const first = await mailedToken(app, driver.email)
      await must(enter(other))
      const second = await mailedToken(app, driver.email)
      expect(await confirm(first)).toMatchObject(expired)
      expect((await confirm(second)).status).toBe(200)
      expect(await confirm(second)).toMatchObject(expired)
      await must(enter())
      const third = await mailedToken(app, driver.email)
      await later({ hours: 24 })
      expect(await confirm(third)).toMatchObject(expired)
      expect(await confirm('a-made-up-token')).toMatchObject(expired)
      expect((await shown()).account).toMatchObject({ accountNumber: '••••2490' })
    })

    it('lets an emailed link die with the password that it was asked for with', async () => {
      await must(enter())
      const token = await mailedToken(app, driver.email)
      await must(
        driver.call(updatePassword, { body: { currentPassword: driver.password, newPassword: 'Lantern-hill-22' } }),
      )
      expect(await confirm(token)).toMatchObject(expired)
    })

    it('pays the old account until the new one was confirmed for a day', async () => {
      await change()
      await later({ hours: 24 })
      expect(await paidTo()).toBe('31926819')
      await change(other)
      expect(await shown()).toMatchObject({
        account: { sortCode: '••-••-42', accountNumber: '••••6819' },
        pending: { accountNumber: '••••2490', usableFrom: '2026-11-22T09:00:00.000Z' },
      })
      await later({ hours: 23, minutes: 59, seconds: 59 })
      expect(await paidTo()).toBe('31926819')
      await later({ seconds: 1 })
      expect(await paidTo()).toBe('70872490')
      expect(await shown()).toMatchObject({ account: { accountNumber: '••••2490' }, pending: null })
    })

    it('never pays an account that was put right within its day', async () => {
      await change()
      await later({ hours: 24 })
      await change(other)
      await later({ hours: 20 })
      await change()
      for (const hours of [4, 19, 1]) {
        await later({ hours })
        expect(await paidTo()).toBe('31926819')
      }
      expect(await shown()).toMatchObject({ account: { accountNumber: '••••6819' }, pending: null })
    })

    it('is told to the owner and written down, with tails only', async () => {
      await change()
      const mails = await mailboxOf(app, driver.email)
      expect(mails.map(({ subject }) => subject)).toEqual([
        'Your bank account was changed',
        'Confirm your bank account',
      ])
      expect(mails[0]?.text).toMatch(/from Sat 21 November, 09:00 card jobs are paid to the account ending 6819/)
      expect(await audited()).toMatchObject([
        { action: 'bank_account.entered', actorId: driver.id, after: { accountTail: '6819' } },
        { action: 'bank_account.confirmed', actorId: driver.id, after: { accountTail: '6819' } },
      ])
      expect(await traces()).not.toMatch(/31926819|204542/)
    })

    it('is confirmed by one of fifty who follow the link at once', async () => {
      await must(enter())
      const token = await mailedToken(app, driver.email)
      const answers = await Promise.all(Array.from({ length: 50 }, () => confirm(token)))
      expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
      expect(answers.filter(({ ok }) => !ok).map((answer) => !answer.ok && answer.problem.code)).toEqual(
        Array.from({ length: 49 }, () => 'token_expired'),
      )
      expect((await audited()).map(({ action }) => action)).toEqual(['bank_account.entered', 'bank_account.confirmed'])
      const emails = (await mailboxOf(app, driver.email)).filter(({ subject }) => subject.includes('changed'))
      expect(emails).toHaveLength(1)
    })

    it('is confirmed by one of them even where links were not used up; without the password’s guard a thief begins: the control', async () => {
      const careless = await createTestApp({ config: { guardOff: new Set(['single_use', 'fresh_login']) } })
      try {
        const owner = await aDriver(careless)
        careless.clock.advance({ minutes: 6 })
        await must(enter(account, owner, null))
        const token = await mailedToken(careless, owner.email)
        const answers = await Promise.all(Array.from({ length: 10 }, () => confirm(token, owner)))
        expect(answers.filter(({ ok }) => ok)).toHaveLength(1)
      } finally {
        await careless.close()
      }
    })
  })

  describe('bank details', () => {
    it.each([
      ['a sort code of five digits', { ...account, sortCode: '20-45-4' }, 'sort_code'],
      ['an account number with a letter', { ...account, accountNumber: '3192681O' }, 'account_number'],
      ['nobody', { ...account, accountHolder: ' ' }, 'account_holder'],
    ])('are not taken with %s', async (_name, body, field) => {
      const answer = await enter(body)
      expect(answer.ok ? [] : [answer.status, ...Object.keys(answer.problem.errors ?? {})]).toEqual([422, field])
    })

    it('open for no other company, whoever moves them there', async () => {
      await change()
      await later({ hours: 24 })
      const { sealed } = await app.ctx.db
        .selectFrom('companies.bank_account')
        .select('sealed')
        .where('companyId', '=', driver.companyId)
        .executeTakeFirstOrThrow()
      await change(other)
      const victim = driver.companyId
      driver = await aDriver(app)
      await change(other)
      await later({ hours: 24 })
      await app.ctx.db
        .updateTable('companies.bank_account')
        .set({ sealed })
        .where('companyId', '=', driver.companyId)
        .execute()
      await expect(findPayableAccount(app.ctx, driver.companyId)).rejects.toThrow('key_missing')
      expect((await findPayableAccount(app.ctx, victim))?.holder).toBe('D Pennant')
    })

    it('are sealed again with a newer key in batches, and open without the former one', async () => {
      await change()
      await later({ hours: 24 })
      const { secretKey, oldSecretKeys } = app.ctx.config
      const newer = newSecret()
      try {
        Object.assign(app.ctx.config, { secretKey: newer, oldSecretKeys: [secretKey] })
        const old = await countOldSeals(app.ctx, sealedAccounts)
        expect(old).toBeGreaterThan(0)
        const batches: number[] = []
        const outcome = await resealColumn(app.ctx, sealedAccounts, (rows) => batches.push(rows))
        expect(outcome.sealed + outcome.unreadable).toBe(old)
        expect(batches.reduce((sum, rows) => sum + rows, 0)).toBe(old)
        Object.assign(app.ctx.config, { oldSecretKeys: [] })
        expect((await findPayableAccount(app.ctx, driver.companyId))?.accountNumber).toBe(account.accountNumber)
        // A second run finds only what no key opens, and leaves it as it is.
        expect(await resealColumn(app.ctx, sealedAccounts)).toEqual({ sealed: 0, unreadable: outcome.unreadable })
        Object.assign(app.ctx.config, { secretKey })
        await expect(findPayableAccount(app.ctx, driver.companyId)).rejects.toThrow('key_missing')
      } finally {
        Object.assign(app.ctx.config, { secretKey, oldSecretKeys: [newer] })
        await resealColumn(app.ctx, sealedAccounts)
        Object.assign(app.ctx.config, { oldSecretKeys })
      }
    })
  })
})

describe('modulus files', () => {
  const folder = mkdtempSync(join(tmpdir(), 'vanfare-modulus-'))
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  function file(name: string, text: string): string {
    const path = join(folder, name)
    writeFileSync(path, text)
    return path
  }

  const weights = file('valacdos.txt', '107000 107999 MOD11 0 0 0 0 0 0 8 7 6 5 4 3 2 1\n')
  const substitutes = file('scsubtab.txt', '938600 938611\n')

  describe('the files of the modulus check', () => {
    it.each<[string, string, string, RegExp]>([
      [
        'weights that aren’t there',
        join(folder, 'none.txt'),
        substitutes,
        /^MODULUS_WEIGHTS_FILE cannot be read: ENOENT, .*none\.txt/,
      ],
      ['weights that are a folder', folder, substitutes, /^MODULUS_WEIGHTS_FILE cannot be read: EISDIR/],
      [
        'weights that are a page',
        file('page.txt', '<html>\n'),
        substitutes,
        /^MODULUS_WEIGHTS_FILE is not the valacdos\.txt.*line 1/,
      ],
      ['weights that are empty', file('empty.txt', '\n'), substitutes, /^MODULUS_WEIGHTS_FILE has no rows/],
      ['substitutes that aren’t there', weights, join(folder, 'none.txt'), /^MODULUS_SUBSTITUTES_FILE cannot be read/],
      ['the two mixed up', weights, weights, /^MODULUS_SUBSTITUTES_FILE is not the scsubtab\.txt.*line 1/],
    ])('%s stop the start, by name', (_name, weightsFile, substitutesFile, pattern) => {
      const start = () => createBankDetailsCheck({ weights: weightsFile, substitutes: substitutesFile })
      expect(start).toThrow(StartError)
      expect(start).toThrow(pattern)
    })
  })

  describe('bank details that do not belong together', () => {
    const details = { accountHolder: 'Dawn Pennant', sortCode: '10-79-99', accountNumber: '88837493' }

    it('are refused at the account number, before anything is kept; the right ones are taken', async () => {
      const app = await createTestApp({ config: { modulusFiles: { weights, substitutes } } })
      try {
        const driver = await aDriver(app)
        const enter = (accountNumber: string) =>
          driver.call(saveBankingAccount, { body: { ...details, accountNumber, currentPassword: driver.password } })
        expect(await enter('88837493')).toMatchObject({
          status: 422,
          problem: { errors: { account_number: [expect.stringContaining('Check both')] } },
        })
        expect(await app.ctx.db.selectFrom('companies.bank_account').select('id').execute()).toEqual([])
        await must(enter('88837491'))
      } finally {
        await app.close()
      }
    })

    it('are taken without the files, by their form alone: the control', async () => {
      const app = await createTestApp()
      try {
        const driver = await aDriver(app)
        const body = { ...details, currentPassword: driver.password }
        expect((await driver.call(saveBankingAccount, { body })).status).toBe(201)
      } finally {
        await app.close()
      }
    })
  })
})
