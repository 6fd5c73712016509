import { serve, type Api } from '#platform/serve.ts'
import { answerReview, giveReview } from './commands.ts'
import { findCompanyPage, findReviewPage, listCompanyReviews } from './queries.ts'
import {
  answerReview as answer,
  getReviewPage,
  listCompanyReviews as list,
  reviewBooking,
  getCompanyPage,
} from './contract.ts'
import { moderationRoutes } from './moderation/routes.ts'

export function routes(api: Api): void {
  serve(api, getReviewPage, (ctx, { params }) => findReviewPage(ctx, params.hash))
  serve(api, reviewBooking, (ctx, { params, body }) => giveReview(ctx, params.hash, body))
  serve(api, list, (ctx, { params, query }) => listCompanyReviews(ctx, params.id, query))
  serve(api, answer, (ctx, { params, body }) => answerReview(ctx, params.id, body.text))
  moderationRoutes(api)
  companyPageRoutes(api)
}

function companyPageRoutes(api: Api): void {
  serve(api, getCompanyPage, (ctx, { params }) => findCompanyPage(ctx, params.id))
}
