import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { getItem, listItemCategories, listItems } from './contract.ts'
import { ITEM_CATEGORIES, ITEMS } from './data.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

const get = async (path: string) => {
  const { statusCode, body } = await app.app.fastify.inject({ url: `/api/booking/${path}` })
  return { status: statusCode, body: JSON.parse(body) as unknown }
}

describe('GET booking/categories/', () => {
  test('answers all ten to anybody', async () => {
    expect(await app.call()(listItemCategories)).toEqual({ ok: true, status: 200, data: ITEM_CATEGORIES })
  })
})

describe('GET booking/items/', () => {
  test('answers the whole catalogue in the words of the wire', async () => {
    const { status, body } = await get('items/')
    expect(status).toBe(200)
    expect(body).toHaveLength(ITEMS.length)
    expect(body).toContainEqual({
      id: 102,
      name: 'Sofa, three-seater',
      category: 1,
      weight: 55,
      size: '210 x 92 x 85 cm',
      length: 210,
      width: 92,
      height: 85,
      volume: 1.6,
      furniture_type: 'sofa',
    })
  })

  test('answers one category, and without its trailing slash too', async () => {
    const result = await app.call()(listItems, { query: { category: '10' } })
    const expected = ITEMS.filter((item) => item.categoryId === 10).map((item) => item.id)
    expect(result.ok && result.data.map((item) => item.id)).toEqual(expected)
    expect(await get('items?category=10')).toEqual(await get('items/?category=10'))
  })

  test.each(['11', '0', '-1', '1.5', 'abc', '', '1e1', '99999999999', '%00', '1&category=2', '1&kind=2'])(
    'refuses ?category=%s by the name of its field',
    async (category) => {
      const { status, body } = await get(`items/?category=${category}`)
      expect(status).toBeGreaterThanOrEqual(400)
      expect(status).toBeLessThan(500)
      expect(body).toMatchObject({ code: expect.any(String), detail: expect.any(String) })
    },
  )
})

describe('GET booking/items/{id}/', () => {
  test('answers every item of the list alone', async () => {
    const all = await app.call()(listItems)
    const items = all.ok ? all.data : []
    const alone = await Promise.all(items.map(({ id }) => app.call()(getItem, { params: { id: String(id) } })))
    expect(alone.map((result) => result.ok && result.data)).toEqual(items)
  })

  test.each(['1', '999999', '0', '-5', '1.0', 'abc', '%00', '9'.repeat(150), 'null'])(
    '%s is nothing: 404',
    async (id) => {
      expect(await get(`items/${id}/`)).toMatchObject({ status: 404, body: { status: 404, code: 'not_found' } })
    },
  )
})
