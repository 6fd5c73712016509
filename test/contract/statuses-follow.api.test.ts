import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { Fuzzer } from '#test/fuzz/fuzzer.ts'
import { World } from '#test/fuzz/world.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { statementsOf } from '#test/support/statements.ts'
import { listEndpoints } from '../../scripts/write-openapi.ts'

/**
 * A unit's status comes from facts of five slices. Whatever writes one of them, in a right request of any endpoint, has the status worked
 * out again in the same transaction: a command that forgets its event is found here, by name.
 */

/** What readCompany (onboarding/queries.ts) reads, as it is written. A new company, unit or account has the status it begins with. */
const FACTS = [
  /^update companies\.company set .*\b(logo_upload_id|logo_url|about|insurance_number|owner_user_id) =/,
  /^(insert into|delete from) companies\.photo\b/,
  /^update companies\.bank_account set .*\bconfirmed_at =/,
  /^delete from companies\.bank_account\b(?!.* confirmed_at is null)/,
  /^update identity\.user set .*\b(phone_verified_at|status) =/,
  /^(insert into|delete from|update) pricing\.hourly_rate\b/,
  /^update pricing\.tariff set .*\b(mileage_saved|terms) =/,
  /^update fleet\.working_unit set .*\b(paused_at|office_block|office_reason|help_levels) =/,
  /^(insert into|delete from|update) fleet\.(van|van_declaration|operating_district|document|unit_person)\b/,
  /^(insert into|delete from|update) fleet\.person_check\b(?!.* set status = \$\d+, upload_id)/,
  /^(insert into|delete from|update) calendar\.business_day\b/,
]

const isFact = (text: string) => {
  const plain = text
    .replace(/^\/\*.*?\*\//, '')
    .replaceAll('"', '')
    .replaceAll(/\s+/g, ' ')
    .trim()
  return FACTS.some((fact) => fact.test(plain))
}

/** Facts that were written after the last look at them of their transaction. */
function unreviewed(statements: readonly string[]): string[] {
  const found: string[] = []
  let open: string[] = []
  for (const text of statements) {
    if (/^(begin|rollback)/.test(text)) open = []
    else if (text.includes('/* profile-facts */')) open = []
    else if (isFact(text)) open.push(text)
    else if (text.startsWith('commit')) found.push(...open)
  }
  return found
}

let app: TestApp
let world: World
let fuzzer: Fuzzer
beforeAll(async () => {
  app = await createTestApp()
  world = await World.create(app)
  fuzzer = new Fuzzer(world, app.app.api.endpoints)
})
afterAll(() => app.close())

const changing = listEndpoints().filter(({ method }) => method !== 'GET')
const wrote = new Set<string>()

describe('a unit’s status', () => {
  it.each(changing.map(({ id }) => id))('follows from whatever %s writes', async (id) => {
    const endpoint = app.app.api.endpoints.find((one) => one.id === id)
    if (!endpoint) throw new Error(`Nothing serves ${id}`)
    const statements = await statementsOf(app, () => fuzzer.reach(endpoint))
    if (statements.some(isFact)) wrote.add(id)
    expect(unreviewed(statements)).toEqual([])
  })

  it('was to be worked out again for facts of every slice', () => {
    const some = ['saveVan', 'setOperatingArea', 'uploadUnitDocument', 'deactivateUnit', 'blockUnit', 'blockPerson']
    const more = ['verifyPhone', 'saveSchedule', 'saveHourlyRates', 'saveTerms', 'uploadLogo', 'confirmBankingAccount']
    expect([...wrote]).toEqual(expect.arrayContaining([...some, ...more]))
  })
})

describe('the control', () => {
  const write = 'update "fleet"."working_unit" set "paused_at" = $1 where "id" = $2'
  const look = 'select /* profile-facts */ 1'
  it.each([
    ['a fact that nobody looks at', ['begin', write, 'commit'], 1],
    ['a look before the fact', ['begin', look, write, 'commit'], 1],
    ['a look in the next transaction', ['begin', write, 'commit', 'begin', look, 'commit'], 1],
    ['a look after it', ['begin', write, look, 'commit'], 0],
    ['a fact that was rolled back', ['begin', write, 'rollback'], 0],
    ['a fact in SQL by hand', ['begin', '/* x */\n  update fleet.van set year = $1', 'commit'], 1],
    ['what is no fact', ['begin', 'update "fleet"."working_unit" set "name" = $1 where "id" = $2', 'commit'], 0],
  ])('finds in a trail %s', (_, statements, count) => {
    expect(unreviewed(statements)).toHaveLength(count)
  })
})
