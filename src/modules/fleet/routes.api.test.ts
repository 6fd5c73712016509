import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { signIn } from '#test/support/session.ts'
import { listVanCategories, listVehicleMakers } from './contract.ts'
import { VEHICLE_MAKERS } from './data.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

describe('GET company/van-category/', () => {
  test('answers the four vans to anybody, smallest first', async () => {
    const result = await app.call()(listVanCategories)
    expect(result.ok && result.data.map((van) => van.category)).toEqual([
      'small_van',
      'medium_van',
      'large_van',
      'luton_van',
    ])
  })

  test('gives all figures of a van in the words of the wire', async () => {
    const response = await app.app.fastify.inject({ url: '/api/company/van-category/' })
    const vans = JSON.parse(response.body) as unknown[]
    expect(vans[3]).toMatchObject({
      category: 'luton_van',
      value: 3,
      name: 'Luton Van',
      payload_range: { min: 1200, max: 1500 },
      seats: 3,
      capacity: 3,
      loading_unloading_time: '02:00:00',
      inside_dimensions: { length: 4, over_cab_length: 0.8, height: 2.18, width: 2.05, volume: 20 },
      has_tail_lift_option: true,
    })
  })
})

describe('GET company/vehicle-makers/', () => {
  test('answers every maker with its models to a driver', async () => {
    const { bearer } = await signIn(app, 'driver')
    const result = await app.call(bearer)(listVehicleMakers)
    expect(result.ok && result.data.map((maker) => maker.id)).toEqual(VEHICLE_MAKERS.map((maker) => maker.id))
    expect(result.ok && result.data.find((maker) => maker.name === 'Ford')?.models).toContainEqual({
      name: 'Transit',
      vanCategories: ['large_van', 'luton_van'],
    })
  })

  test('is for nobody else', async () => {
    expect(await app.call()(listVehicleMakers)).toMatchObject({ ok: false, status: 401 })
    for (const role of ['customer', 'admin'] as const) {
      const { bearer } = await signIn(app, role)
      expect(await app.call(bearer)(listVehicleMakers)).toMatchObject({ ok: false, status: 403 })
    }
  })
})
