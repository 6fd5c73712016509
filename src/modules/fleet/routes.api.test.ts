import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { listVanCategories, listVehicleMakers } from './contract.ts'

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
  test('is not for a visitor', async () => {
    expect(await app.call()(listVehicleMakers)).toMatchObject({ ok: false, status: 401 })
  })
})
