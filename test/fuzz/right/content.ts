import { createContentPage, previewContent } from '#modules/content/office/contract.ts'
import { importFirstContent } from '#modules/content/files/commands.ts'
import { realParts, stockOf } from '#test/support/real-requests.ts'
import { must, upload } from '#test/support/driver.ts'
import { jpeg } from '#test/support/pictures.ts'
import { addMinutes } from '#shared/local-time.ts'
import type { World } from '../world.ts'
import type { Maker } from './maker.ts'

const call = async (world: World) => world.app.call((await world.bearerOf('A')) ?? '')

/** A service that nobody sees yet. */
async function aPage(world: World): Promise<string> {
  const office = await call(world)
  const body = {
    slug: `a${crypto.randomUUID()}`,
    parentId: null,
    order: 0,
    name: 'Boxes',
    title: 'How many boxes',
    description: 'About boxes.',
    searchDescription: 'How many boxes a room, a flat and a house need, and where to have them from without paying.',
    body: 'Ten for a *room*.',
    facts: { kind: 'service' as const, notYet: null },
    pictureId: null,
  }
  return (await must(office(createContentPage, { body }))).id
}

/** What the office does to a page of its own making. */
const ofPage: Maker = async (world, endpoint) => {
  const id = await aPage(world)
  const parts = realParts(endpoint, await stockOf(world.app, world.hood.things), {
    id,
    ...(endpoint.path.includes('{number}') ? { number: '1' } : {}),
  })
  if (endpoint.id === 'unscheduleContent') {
    const publishedAt = addMinutes(world.app.ctx.clock.now(), 60)
    await world.app.ctx.db.updateTable('content.version').set({ publishedAt }).where('pageId', '=', id).execute()
  }
  if (endpoint.id === 'renameContentPage') parts.body = { slug: `b${crypto.randomUUID()}` }
  return { ...parts, bearer: await world.bearerOf('A') }
}

/** A page that the public sees. */
const ofSite =
  (params: Record<string, string>): Maker =>
  async (world, endpoint) => {
    await importFirstContent(world.app.ctx, 'test/support/content')
    return { ...realParts(endpoint, await stockOf(world.app, world.hood.things), params) }
  }

export const contentRequests: Record<string, Maker> = {
  getCategories: ofSite({}),
  getServicesPage: ofSite({}),
  getLocationsPage: ofSite({}),
  getLocation: ofSite({ slug: 'brighton' }),
  getServiceCategory: ofSite({ id: 'man-and-van' }),
  getArticle: ofSite({ id: 'boxes' }),
  getRootContent: ofSite({ key: 'home' }),
  getShareImage: ofSite({ kind: 'root', key: 'home' }),
  getSitemapPart: ofSite({ part: 'pages-1' }),
  getPreview: async (world) => {
    const office = await call(world)
    const { token } = await must(office(previewContent, { params: { id: await aPage(world) }, body: { version: 1 } }))
    return { params: {}, query: { token } }
  },
  getContentImage: async (world) => {
    const field = { alt: 'A van.' }
    const image = [{ name: 'image', content: await jpeg() }]
    const sent = await upload<{ id: string }>(
      world.app,
      await world.bearerOf('A'),
      '/admin/content/pictures/',
      image,
      field,
    )
    return { params: { id: sent.data.id, file: '960.webp' }, query: {} }
  },
  getContentPage: ofPage,
  getContentVersion: ofPage,
  saveContentDraft: ofPage,
  restoreContentVersion: ofPage,
  publishContent: ofPage,
  unscheduleContent: ofPage,
  withdrawContentPage: ofPage,
  bringBackContentPage: ofPage,
  renameContentPage: ofPage,
  placeContentPage: ofPage,
  previewContent: ofPage,
}
