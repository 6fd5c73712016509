import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { StartError } from '#platform/start-error.ts'
import { createTestApp } from '#test/support/app.ts'
import { aDriver, must } from '#test/support/driver.ts'
import { saveBankingAccount } from './contract.ts'
import { createBankDetailsCheck } from './gateway.ts'

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
