import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { exportOwnData } from '#modules/identity/privacy/contract.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { aMoveToSave } from '#test/support/factories/kept-move.ts'
import { signIn } from '#test/support/session.ts'
import { statementsOf } from '#test/support/statements.ts'
import { getSavedMove, listSavedMoves, removeSavedMove, renameSavedMove, saveMove } from './contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const customer = async (of = app) => of.call((await signIn(of, 'customer')).bearer)
type Customer = Awaited<ReturnType<typeof customer>>

const saved = (call: Customer, name = 'Spring fair') => must(call(saveMove, { body: { name, move: aMoveToSave() } }))

describe('saved moves', () => {
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
