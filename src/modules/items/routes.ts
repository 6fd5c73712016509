import { serve, type Api } from '#platform/serve.ts'
import { commonRefusals, refuse } from '#shared/endpoint.ts'
import { getItem, listItemCategories, listItems } from './contract.ts'
import { findItem, ITEM_CATEGORIES, ITEMS, type Item } from './data.ts'

const answers = ITEMS.map(itemAnswer)

export function routes(api: Api): void {
  serve(api, listItemCategories, async () => [...ITEM_CATEGORIES])

  serve(api, listItems, async (_ctx, { query: { category } }) =>
    category === undefined ? answers : answers.filter((item) => item.category === category),
  )

  serve(api, getItem, async (_ctx, { params }) => {
    const item = findItem(params.id)
    return item ? itemAnswer(item) : refuse(commonRefusals.notFound)
  })
}

function itemAnswer(item: Item) {
  const { id, name, lengthCm: length, widthCm: width, heightCm: height } = item
  return {
    id,
    name,
    category: item.categoryId,
    weight: item.weightKg,
    size: `${length} x ${width} x ${height} cm`,
    length,
    width,
    height,
    volume: item.volumeM3,
    furnitureType: item.furnitureType,
  }
}
