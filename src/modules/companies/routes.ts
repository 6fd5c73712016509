import { serve, type Api } from '#platform/serve.ts'
import { ownCompanyOf } from '#platform/session.ts'
import { pageLinks } from '#shared/page.ts'
import { MAX_PHOTO_BYTES, MAX_PHOTOS } from '#modules/files/rules.ts'
import { confirmAccount, enterAccount } from './banking/commands.ts'
import { confirmBankingAccount, getBankingAccount, saveBankingAccount } from './banking/contract.ts'
import { updateCompany, saveSettings, saveVat } from './commands.ts'
import {
  getCompany,
  getCompanyProfile,
  updateCompany as updateCompanyEndpoint,
  getNotificationSettings,
  saveNotificationSettings,
  saveVat as saveVatEndpoint,
} from './contract.ts'
import { addPhotos, arrangePhotos, saveLogo, removePhoto, saveMarketing } from './marketing/commands.ts'
import {
  addCompanyPhotos,
  arrangeCompanyPhotos,
  getMarketingInfo,
  getPicture,
  listCompanyPhotos,
  removeCompanyPhoto,
  saveMarketingInfo,
  uploadLogo,
} from './marketing/contract.ts'
import { getMarketing, listGallery, readPicture } from './marketing/queries.ts'
import { listSettings, findProfile, getCompanyOf, withOwnCompany, getAccounts } from './queries.ts'

export function routes(api: Api): void {
  serve(api, getCompany, async (ctx) => getCompanyOf(ctx, ownCompanyOf(ctx.actor).id))
  serve(api, updateCompanyEndpoint, (ctx, { body }) => updateCompany(ctx, body))
  serve(api, getCompanyProfile, (ctx, { params }) => findProfile(ctx, params.id))
  serve(api, saveVatEndpoint, (ctx, { params, body }) => saveVat(ctx, params.id, body))
  marketingRoutes(api)
  serve(api, getBankingAccount, async (ctx) => getAccounts(ctx, ownCompanyOf(ctx.actor).id))
  serve(api, saveBankingAccount, (ctx, { body }) => enterAccount(ctx, body))
  serve(api, confirmBankingAccount, (ctx, { body }) => confirmAccount(ctx, body.token))
  serve(api, getNotificationSettings, async (ctx) => listSettings(ctx, ownCompanyOf(ctx.actor).id))
  serve(api, saveNotificationSettings, async (ctx, { body }) => saveSettings(ctx, ownCompanyOf(ctx.actor).id, body))
}

const logoLimits = { field: 'logo', files: 1, fileBytes: MAX_PHOTO_BYTES }
const galleryLimits = { field: 'images', files: MAX_PHOTOS, fileBytes: MAX_PHOTO_BYTES }

function marketingRoutes(api: Api): void {
  serve(api, getMarketingInfo, (ctx, { params }) => withOwnCompany(ctx, params.id, (id) => getMarketing(ctx, id)))
  serve(api, saveMarketingInfo, (ctx, { params, body }) =>
    withOwnCompany(ctx, params.id, (id) => saveMarketing(ctx, id, body)),
  )
  serve(api, uploadLogo, (ctx, _input, request) =>
    ctx.services.incoming.receive(request, logoLimits, (files) => saveLogo(ctx, files)),
  )
  serve(api, listCompanyPhotos, (ctx, { params, query }) =>
    withOwnCompany(ctx, params.id, async (id) => {
      const all = await listGallery(ctx, id)
      const from = (query.page - 1) * query.pageSize
      const links = pageLinks(`/api/company/${id}/photos/`, {}, query, all.length)
      return { count: all.length, ...links, results: all.slice(from, from + query.pageSize) }
    }),
  )
  serve(api, addCompanyPhotos, (ctx, { params }, request) =>
    withOwnCompany(ctx, params.id, (id) =>
      ctx.services.incoming.receive(request, galleryLimits, (files) => addPhotos(ctx, id, files)),
    ),
  )
  serve(api, arrangeCompanyPhotos, (ctx, { params, body }) =>
    withOwnCompany(ctx, params.id, (id) => arrangePhotos(ctx, id, body)),
  )
  serve(api, removeCompanyPhoto, (ctx, { params }) => removePhoto(ctx, params.photoId))
  serve(api, getPicture, (ctx, { params }) => readPicture(ctx, params.fileId))
}
