import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { exportOwnData } from '#modules/identity/profile/contract.ts'
import { digestOf } from '#platform/secrets.ts'
import { CODE_LETTERS } from '#shared/typed-code.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aMoveToKeep, aMoveToSave } from '#test/support/factories/kept-move.ts'
import { signIn } from '#test/support/session.ts'
import { statementsOf } from '#test/support/statements.ts'
import { wholeDatabase } from '#test/support/whole-database.ts'
import { eraseKeptMoves } from './commands.ts'
import {
  getKeptMove,
  handOverMove,
  openMoveByCode,
  shareMove,
  getSavedMove,
  listSavedMoves,
  removeSavedMove,
  renameSavedMove,
  saveMove,
} from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

describe('shared moves', () => {
  /** The limits are those of production. */
  let strict: TestApp
  beforeAll(async () => {
    strict = await createTestApp({ config: { rateLimitFactor: 1 } })
  })
  beforeEach(async () => {
    app.clock.set('2026-11-20T09:00:00Z')
    await app.ctx.db.deleteFrom('quoting.kept_move').execute()
  })
  afterAll(() => strict.close())

  const call = () => app.call()
  const handedOver = async (from = app) => must(from.call()(handOverMove, { body: aMoveToKeep() }))
  const shared = async (body = aMoveToKeep()) => must(call()(shareMove, { body }))
  const enter = (code: string, from = app) => from.call()(openMoveByCode, { body: { code } })
  const read = (token: string, from = app) => from.call()(getKeptMove, { params: { token } })

  describe('a move that is handed over by a code', () => {
    test('is opened with it once, however it is typed, and then read by a link for a day', async () => {
      const { code, expiresAt } = await handedOver()
      expect(code).toMatch(new RegExp(`^[${CODE_LETTERS}]{8}$`))
      expect(expiresAt).toBe('2026-11-20T10:00:00.000Z')
      const opened = await must(enter(` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)} `))
      expect(opened).toEqual({ token: expect.stringMatching(/^[\w-]{43}$/), expiresAt: '2026-11-21T09:00:00.000Z' })
      expect(await enter(code)).toMatchObject({ status: 404 })
      for (let n = 0; n < 2; n++)
        expect(await must(read(opened.token))).toMatchObject({
          expiresAt: opened.expiresAt,
          move: {
            vanCategory: 'large_van',
            items: [
              { movingItem: 102, amount: 1, isGone: false, name: expect.stringContaining('Sofa') },
              { movingItem: 112 },
              { movingItem: 207, amount: 4 },
            ],
            routePoints: [
              { postcode: 'E17 4QH', town: 'Walthamstow', stairs: 0, flatAndHouse: '', formattedAddress: '' },
              { postcode: 'BN1 4QL', town: 'Brighton' },
            ],
            date: '2026-11-28',
            time: '09:00',
          },
        })
    })

    test('is opened once by two at the same moment', async () => {
      const { code } = await handedOver()
      const answers = await Promise.all([enter(code), enter(code), enter(code)])
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404, 404])
    })

    test('would be opened twice without that guard', async () => {
      const careless = await createTestApp({ config: { guardOff: new Set(['single_use']) } })
      const { code } = await must(careless.call()(handOverMove, { body: aMoveToKeep() }))
      expect([(await enter(code, careless)).status, (await enter(code, careless)).status]).toEqual([200, 200])
      await careless.close()
    })

    test('is there for an hour', async () => {
      const [one, other] = [await handedOver(), await handedOver()]
      app.clock.advance({ minutes: 59 })
      expect((await enter(one.code)).status).toBe(200)
      app.clock.advance({ minutes: 1 })
      expect((await enter(other.code)).status).toBe(404)
    })

    test('is not found by guessing: twenty misses an hour, which the right code is not', async () => {
      const { code } = await handedOver(strict)
      const guess = (n: number) => enter(`ZZZZZZZ${CODE_LETTERS[n % 31]}`, strict)
      for (let n = 0; n < 20; n++) {
        if (n === 10) strict.clock.advance({ minutes: 11 })
        expect([n, (await guess(n)).status]).toEqual([n, 404])
      }
      expect(await guess(20)).toMatchObject({ status: 429, problem: { code: 'too_fast' } })
      // Who knows it is no guesser.
      expect((await enter(code, strict)).status).toBe(200)
    })

    test('would be guessed for as long as one likes without that limit', async () => {
      const careless = await createTestApp({ config: { rateLimitFactor: 1000 } })
      for (let n = 0; n < 22; n++) expect((await enter('ZZZZZZZZ', careless)).status).toBe(404)
      await careless.close()
    })

    test.each(['', 'ABC', 'ABCDEFG0', 'ABCDEFGHJ', '%'.repeat(8)])(
      'says what a code looks like for “%s”',
      async (code) => {
        expect(await enter(code)).toMatchObject({
          status: 422,
          problem: { errors: { code: ['The code has 8 letters and digits.'] } },
        })
      },
    )
  })

  describe('a move that is shared by a link', () => {
    test('is read by anybody who has it, for thirty days', async () => {
      const { token, expiresAt } = await shared()
      expect([token, expiresAt]).toEqual([expect.stringMatching(/^[\w-]{43}$/), '2026-12-20T09:00:00.000Z'])
      app.clock.set('2026-12-20T08:59:00Z')
      expect((await read(token)).status).toBe(200)
      app.clock.set('2026-12-20T09:00:00Z')
      expect((await read(token)).status).toBe(404)
    })

    test('is not opened by its link as a code, nor by another code’s link', async () => {
      const [{ token }, { code }] = [await shared(), await handedOver()]
      expect((await enter(token.slice(0, 8).toUpperCase())).status).not.toBe(200)
      expect((await read(code)).status).toBe(404)
      expect((await read(digestOf(token).toString('base64url'))).status).toBe(404)
    })

    test('is not found by guessing', async () => {
      for (let n = 0; n < 20; n++) expect((await read(`${'x'.repeat(42)}${n % 10}`, strict)).status).toBe(404)
      expect((await read('x'.repeat(43), strict)).status).toBe(429)
    })

    test('may lack a van, places and a day', async () => {
      const points = [
        { postcode: null, stairs: 0 },
        { postcode: 'E17', stairs: 9 },
      ]
      const { token } = await shared(
        aMoveToKeep({}, { vanCategory: null, items: [], routePoints: points, date: null, time: null }),
      )
      expect(await must(read(token))).toMatchObject({
        move: {
          vanCategory: null,
          items: [],
          routePoints: [
            { postcode: null, town: null },
            { postcode: 'E17', stairs: 9 },
          ],
          date: null,
          time: null,
        },
      })
    })

    test('names what has gone meanwhile, and the places that nobody knows', async () => {
      const { token } = await shared(aMoveToKeep({ to: 'ZZ9 9ZZ' }))
      const row = await app.ctx.db.selectFrom('quoting.kept_move').select(['id', 'move']).executeTakeFirstOrThrow()
      const items = row.move.items.map((item, index) => (index === 1 ? { ...item, movingItem: 9999 } : item))
      await app.app.pool.query('update quoting.kept_move set move = $1', [JSON.stringify({ ...row.move, items })])
      const { move } = await must(read(token))
      expect(move.items.map(({ isGone: isRemoved }) => isRemoved)).toEqual([false, true, false])
      expect(move.items[1]?.name).toBe(row.move.names[1])
      expect(move.routePoints.map(({ town }) => town)).toEqual(['Walthamstow', null])
    })
  })

  describe('what is kept', () => {
    test.each([
      [{ items: [{ moving_item: 9999, amount: 1 }] }, 'items.0.moving_item'],
      [{ items: [{ moving_item: 102, amount: 501 }] }, 'items.0.amount'],
      [{ items: Array.from({ length: 201 }, () => ({ moving_item: 102, amount: 1 })) }, 'items'],
      [{ man_power: 'four_men' }, 'man_power'],
      [{ van_category: 'small_van', man_power: 'two_porters' }, 'man_power'],
      [{ van_category: 'small_van', need_tail_lift: true }, 'need_tail_lift'],
      [{ route_points: [{ postcode: 'E17 4QH', stairs: 0 }] }, 'route_points'],
      [
        {
          route_points: [
            { postcode: 'nowhere', stairs: 0 },
            { postcode: null, stairs: 0 },
          ],
        },
        'route_points.0.postcode',
      ],
      [
        {
          route_points: [
            { postcode: null, stairs: 10 },
            { postcode: null, stairs: 0 },
          ],
        },
        'route_points.0.stairs',
      ],
      [
        {
          route_points: [
            { postcode: null, stairs: 0, contact_name: 'Jo' },
            { postcode: null, stairs: 0 },
          ],
        },
        'route_points.0.contact_name',
      ],
      [{ customer_note: 'Ring twice' }, 'customer_note'],
      [{ date: '28/11/2026' }, 'date'],
      [{ time: '09:15' }, 'time'],
      [{ total_pence: 1 }, 'total_pence'],
    ])('is checked as any request is: %j', async (more, field) => {
      const payload = { items: [], man_power: 'one_porter', van_category: 'large_van', ...more }
      const points = [
        { postcode: 'E17 4QH', stairs: 0 },
        { postcode: 'BN1 4QL', stairs: 0 },
      ]
      for (const kind of ['codes', 'links']) {
        const answer = await app.app.fastify.inject({
          method: 'POST',
          url: `/api/booking/moves/${kind}/`,
          payload: { route_points: points, ...payload },
        })
        expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, [field]])
      }
      expect(await app.ctx.db.selectFrom('quoting.kept_move').select('id').execute()).toEqual([])
    })

    test('is twenty an hour from one network, of either kind', async () => {
      const answers = await Promise.all(
        Array.from({ length: 22 }, () => strict.call()(shareMove, { body: aMoveToKeep() })),
      )
      expect(answers.filter(({ ok }) => ok)).toHaveLength(20)
      expect(answers.find(({ ok }) => !ok)).toMatchObject({ status: 429, retryAfterSeconds: expect.any(Number) })
      strict.clock.advance({ minutes: 61 })
      for (let n = 0; n < 20; n++) await handedOver(strict)
      expect((await strict.call()(handOverMove, { body: aMoveToKeep() })).status).toBe(429)
    })

    test('holds neither secret, only what each comes to', async () => {
      const [{ code }, { token }] = [await handedOver(), await shared()]
      const opened = await must(enter(code))
      const everything = await wholeDatabase(app)
      for (const secret of [code, token, opened.token])
        expect([secret, everything.includes(secret)]).toEqual([secret, false])
    })

    test('goes with its time, and nothing else does', async () => {
      await handedOver()
      const { token } = await shared()
      app.clock.advance({ minutes: 61 })
      await eraseKeptMoves(app.ctx)
      expect(await app.ctx.db.selectFrom('quoting.kept_move').select('codeMac').execute()).toEqual([{ codeMac: null }])
      expect((await read(token)).status).toBe(200)
      app.clock.advance({ days: 30 })
      await app.runJobs()
      await eraseKeptMoves(app.ctx)
      expect(await app.ctx.db.selectFrom('quoting.kept_move').select('id').execute()).toEqual([])
    })

    test('costs one statement to read, beside its places', async () => {
      const { token } = await shared()
      const sent = await statementsOf(app, () => read(token))
      expect(sent.filter((text) => text.includes('kept_move'))).toHaveLength(1)
      expect(sent.length).toBeLessThanOrEqual(2)
    })

    test('is neither stored on the way nor listed', async () => {
      const { token } = await shared()
      const { headers } = await app.app.fastify.inject({ url: `/api/booking/moves/${token}/` })
      expect(headers).toMatchObject({ 'cache-control': 'no-store, private', 'x-robots-tag': 'noindex' })
    })
  })
})

describe('saved moves', () => {
  beforeAll(async () => {
    app.clock.set('2026-11-20T09:00:00Z')
    await removeCompanies(app)
  })

  const customer = async (of = app) => of.call((await signIn(of, 'customer')).bearer)
  type Customer = Awaited<ReturnType<typeof customer>>

  const saved = (call: Customer, name = 'Spring fair') => must(call(saveMove, { body: { name, move: aMoveToSave() } }))

  test('are saved, listed by name, read, renamed and removed', async () => {
    const call = await customer()
    const body = {
      name: ' Spring fair ',
      move: aMoveToSave({ flatAndHouse: 'Flat 2', formattedAddress: '9 Orford Road' }),
    }
    const spring = await must(call(saveMove, { body }))
    expect(spring).toEqual({
      id: expect.any(String),
      name: 'Spring fair',
      createdAt: expect.any(String),
      pieces: 6,
      vanCategory: 'large_van',
      postcodes: ['E17 4QH', 'BN1 4QL'],
    })
    const autumn = await saved(call, 'Autumn fair')
    expect(await call(listSavedMoves)).toMatchObject({ data: { count: 2, results: [autumn, spring] } })
    expect(await must(call(getSavedMove, { params: { id: spring.id } }))).toMatchObject({
      name: 'Spring fair',
      move: {
        items: [{ movingItem: 102 }, { movingItem: 112 }, { movingItem: 207, amount: 4 }],
        routePoints: [
          { postcode: 'E17 4QH', town: 'Walthamstow', flatAndHouse: 'Flat 2', formattedAddress: '9 Orford Road' },
          { postcode: 'BN1 4QL', town: 'Brighton', flatAndHouse: '' },
        ],
        date: null,
        time: null,
      },
    })
    const renamed = await must(call(renameSavedMove, { params: { id: spring.id }, body: { name: 'Summer fair' } }))
    expect(renamed).toEqual({ ...spring, name: 'Summer fair' })
    expect((await call(removeSavedMove, { params: { id: spring.id } })).status).toBe(204)
    expect((await call(removeSavedMove, { params: { id: spring.id } })).status).toBe(404)
    expect(await call(listSavedMoves)).toMatchObject({ data: { count: 1, results: [autumn] } })
  })

  test('of somebody else are not found, and stay as they are', async () => {
    const [owner, stranger] = [await customer(), await customer()]
    const { id } = await saved(owner)
    const before = await owner(listSavedMoves)
    const params = { id }
    const answers = [
      await stranger(getSavedMove, { params }),
      await stranger(renameSavedMove, { params, body: { name: 'Mine' } }),
      await stranger(removeSavedMove, { params }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404])
    expect(await stranger(listSavedMoves)).toMatchObject({ data: { count: 0 } })
    expect(await owner(listSavedMoves)).toEqual(before)
  })

  test('of somebody else would be read without that guard', async () => {
    const careless = await createTestApp({ config: { guardOff: new Set(['own_move']) } })
    const [owner, stranger] = [await customer(careless), await customer(careless)]
    const { id } = await saved(owner)
    expect((await stranger(getSavedMove, { params: { id } })).status).toBe(200)
    await careless.close()
  })

  test('are twenty at most, however many are saved at once', async () => {
    const call = await customer()
    const move = aMoveToSave()
    const answers = await Promise.all(
      Array.from({ length: 25 }, (_, n) => call(saveMove, { body: { name: `Move ${n}`, move } })),
    )
    expect(answers.filter(({ ok }) => ok)).toHaveLength(20)
    expect(answers.find(({ ok }) => !ok)).toMatchObject({ status: 409, problem: { code: 'too_many_moves' } })
  })

  test('are saved once however often the same request comes', async () => {
    const call = await customer()
    const body = { name: 'Once', move: aMoveToSave() }
    const send = () => call(saveMove, { body }, { idempotencyKey: 'one-move' })
    expect(await send()).toEqual(await send())
    expect(await call(listSavedMoves)).toMatchObject({ data: { count: 1 } })
  })

  test('are in what somebody takes away of their own data', async () => {
    const { bearer } = await signIn(app, 'customer')
    await must(app.call(bearer)(saveMove, { body: { name: 'Mum’s things', move: aMoveToSave() } }))
    const { body } = await app.app.fastify.inject({
      method: exportOwnData.method,
      url: `/api${exportOwnData.path}`,
      headers: { authorization: `Bearer ${bearer}` },
    })
    expect(JSON.parse(body)).toMatchObject({
      saved_moves: [{ name: 'Mum’s things', move: { van_category: 'large_van' } }],
    })
  })

  test('are listed in one statement', async () => {
    const call = await customer()
    for (let n = 0; n < 3; n++) await saved(call, `Move ${n}`)
    const sent = await statementsOf(app, () => call(listSavedMoves))
    expect(sent.filter((text) => text.includes('saved_move'))).toHaveLength(1)
  })

  test.each<[string, { name?: string; move?: object; user_id?: string }]>([
    ['name', { name: '' }],
    ['name', { name: 'x'.repeat(61) }],
    ['move.items.0.moving_item', { move: { items: [{ moving_item: 9999, amount: 1 }] } }],
    ['move.man_power', { move: { van_category: 'small_van', man_power: 'two_porters' } }],
    ['move.date', { move: { date: '2026-12-05' } }],
    ['move.customer_note', { move: { customer_note: 'Ring twice' } }],
    ['user_id', { user_id: '0193a8b0-0000-7000-8000-000000000000' }],
  ])('422 at %s', async (field, more) => {
    const { bearer } = await signIn(app, 'customer')
    const points = [
      { postcode: 'E17 4QH', stairs: 0 },
      { postcode: null, stairs: 0 },
    ]
    const move = { items: [], man_power: 'one_porter', van_category: 'large_van', route_points: points, ...more.move }
    const answer = await app.app.fastify.inject({
      method: 'POST',
      url: '/api/users/moves/',
      headers: { authorization: `Bearer ${bearer}` },
      payload: { name: 'Fair', ...more, move },
    })
    expect([answer.statusCode, Object.keys(answer.json().errors)]).toEqual([422, [field]])
  })
})
