import { serve, type Api } from '#platform/serve.ts'
import { CONTENT_TOPIC, createPreview } from './commands.ts'
import {
  getArticle as articleEndpoint,
  getCategories,
  getLocation as locationEndpoint,
  getLocationsPage,
  getRootContent,
  getServiceCategory,
  getServicesPage,
  listArticles as articlesEndpoint,
  listArticleSlugs,
  getPreview,
  listHighlightedArticles,
  getShareImage,
  getSitemap,
  getSitemapPart,
} from './contract.ts'
import {
  bringBack,
  createPage,
  draw,
  place,
  publish,
  rename,
  restoreVersion,
  saveDraft,
  unschedule,
  withdraw,
} from './office/commands.ts'
import {
  bringBackContentPage,
  createContentPage,
  drawContent,
  getContentPage,
  getContentVersion,
  listContentPages,
  placeContentPage,
  previewContent,
  publishContent,
  renameContentPage,
  restoreContentVersion,
  saveContentDraft,
  unscheduleContent,
  withdrawContentPage,
} from './office/contract.ts'
import { getPage, getVersion, listPages } from './office/queries.ts'
import { MAX_PHOTO_BYTES } from '#modules/files/rules.ts'
import { readFields } from '#platform/input.ts'
import { Refusal } from '#shared/endpoint.ts'
import { savePicture } from './pictures/commands.ts'
import { getContentImage, uploadContentPicture } from './pictures/contract.ts'
import { readImage } from './site-queries.ts'
import { readShareImage } from './share-images/queries.ts'
import { listPart, listParts } from './sitemap/queries.ts'
import {
  findPreview,
  getArticle,
  getLocation,
  getRoot,
  getService,
  listArticles,
  listHighlighted,
  listServices,
  listSlugs,
  locationsPage,
  servicesPage,
} from './queries.ts'

export function routes(api: Api): void {
  serve(api, getCategories, (ctx) => listServices(ctx))
  serve(api, getServicesPage, (ctx) => servicesPage(ctx))
  serve(api, getLocationsPage, (ctx) => locationsPage(ctx))
  serve(api, locationEndpoint, (ctx, { params }) => getLocation(ctx, params.slug))
  serve(api, getServiceCategory, (ctx, { params }) => getService(ctx, params.id))
  serve(api, articlesEndpoint, (ctx, { query }) => listArticles(ctx, query))
  serve(api, listArticleSlugs, (ctx) => listSlugs(ctx))
  serve(api, listHighlightedArticles, (ctx) => listHighlighted(ctx))
  serve(api, articleEndpoint, (ctx, { params }) => getArticle(ctx, params.id))
  serve(api, getRootContent, (ctx, { params }) => getRoot(ctx, params.key))
  serve(api, getPreview, (ctx, { query }) => findPreview(ctx, query.token))
  serve(api, getShareImage, (ctx, { params }, request) =>
    readShareImage(ctx, params, { tag: request.headers['if-none-match'], address: request.ip }),
  )
  serve(api, getSitemap, (ctx) => listParts(ctx))
  serve(api, getSitemapPart, (ctx, { params }) => listPart(ctx, params.part))
  serve(api, getContentImage, (ctx, { params }) => readImage(ctx, params))
  officeRoutes(api)
}

const pictureLimits = { field: 'image', files: 1, fileBytes: MAX_PHOTO_BYTES }

function officeRoutes(api: Api): void {
  api.fastify.addHook('onClose', () => api.ctx.services.contentPictures.close())
  api.fastify.addHook('onClose', () => api.ctx.services.shareImages.close())
  serve(api, uploadContentPicture, (ctx, _input, request) =>
    ctx.services.incoming.receive(request, pictureLimits, async (files, form) => {
      const fields = readFields(uploadContentPicture.form.fields, form)
      return fields instanceof Refusal ? fields : savePicture(ctx, files, fields)
    }),
  )
  serve(api, listContentPages, (ctx, { query }) => listPages(ctx, query))
  serve(api, createContentPage, (ctx, { body }) => createPage(ctx, body))
  serve(api, drawContent, (_ctx, { body }) => draw(body))
  serve(api, getContentPage, (ctx, { params }) => getPage(ctx, params.id))
  serve(api, getContentVersion, (ctx, { params }) => getVersion(ctx, params))
  serve(api, saveContentDraft, (ctx, { params, body }) => saveDraft(ctx, params.id, body))
  serve(api, restoreContentVersion, (ctx, { params, body }) => restoreVersion(ctx, params, body))
  serve(api, publishContent, (ctx, { params, body }) => publish(ctx, params.id, body))
  serve(api, unscheduleContent, (ctx, { params, body }) => unschedule(ctx, params.id, body))
  serve(api, withdrawContentPage, (ctx, { params }) => withdraw(ctx, params.id))
  serve(api, bringBackContentPage, (ctx, { params }) => bringBack(ctx, params.id))
  serve(api, renameContentPage, (ctx, { params, body }) => rename(ctx, params.id, body))
  serve(api, placeContentPage, (ctx, { params, body }) => place(ctx, params.id, body))
  serve(api, previewContent, (ctx, { params, body }) => createPreview(ctx, params.id, body))
}

/** Drops the cache after a publication by another process, and after any lost connection. */
export const hearContent = ({ live, ctx }: Pick<Api, 'live' | 'ctx'>): Promise<() => void> =>
  live.subscribe(CONTENT_TOPIC, () => ctx.services.content.invalidate())
