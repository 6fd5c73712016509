import { serve, type Api } from '#platform/serve.ts'
import { answerReview, giveReview } from './commands.ts'
import { hideReview, restoreReview } from './moderation/commands.ts'
import {
  hideReview as hideEndpoint,
  listReviews as listForOffice,
  restoreReview as restoreEndpoint,
} from './moderation/contract.ts'
import { listReviews } from './moderation/queries.ts'
import { findCompanyPage, findReviewPage, findWhatPeopleSay, listCompanyReviews } from './queries.ts'
import {
  answerReview as answer,
  getReviewPage,
  getWhatPeopleSay,
  listCompanyReviews as list,
  reviewBooking,
  getCompanyPage,
} from './contract.ts'

export function routes(api: Api): void {
  serve(api, getReviewPage, (ctx, { params }) => findReviewPage(ctx, params.hash))
  serve(api, reviewBooking, (ctx, { params, body }) => giveReview(ctx, params.hash, body))
  serve(api, list, (ctx, { params, query }) => listCompanyReviews(ctx, params.id, query))
  serve(api, getWhatPeopleSay, (ctx) => findWhatPeopleSay(ctx))
  serve(api, answer, (ctx, { params, body }) => answerReview(ctx, params.id, body.text))
  moderationRoutes(api)
  companyPageRoutes(api)
}

function companyPageRoutes(api: Api): void {
  serve(api, getCompanyPage, (ctx, { params }) => findCompanyPage(ctx, params.id))
}

function moderationRoutes(api: Api): void {
  serve(api, listForOffice, (ctx, { query }) => listReviews(ctx, query))
  serve(api, hideEndpoint, (ctx, { params, body }) => hideReview(ctx, params.id, body))
  serve(api, restoreEndpoint, (ctx, { params, body }) => restoreReview(ctx, params.id, body.note))
}
