import { getPlatformTerms, getCustomerTerms } from './terms/contract.ts'
import { readPlatformTerms, findCustomerTerms } from './terms/queries.ts'
import { withOwnCompany } from '#modules/companies/queries.ts'
import type { Ctx } from '#platform/ctx.ts'
import { serve, type Api } from '#platform/serve.ts'
import { Refusal } from '#shared/endpoint.ts'
import {
  getHourlyRates,
  getMileageCharges,
  getOutOfHoursRate,
  getTerms,
  saveHourlyRates,
  saveMileageCharges,
  saveOutOfHoursRate,
  saveTerms,
} from './contract.ts'
import { saveHours, saveMileage, saveRates, saveCompanyTerms } from './tariffs/commands.ts'
import {
  getTariff,
  hourlyRatesPage,
  mileagePage,
  outOfHoursPage,
  termsPage,
  type KeptTariff,
} from './tariffs/queries.ts'

export function routes(api: Api): void {
  serve(api, getHourlyRates, (ctx, { params }) => page(ctx, params.id, getTariff, hourlyRatesPage))
  serve(api, saveHourlyRates, (ctx, { params, body }) =>
    page(ctx, params.id, (_, id) => saveRates(ctx, id, body), hourlyRatesPage),
  )
  serve(api, getMileageCharges, (ctx, { params }) => page(ctx, params.id, getTariff, mileagePage))
  serve(api, saveMileageCharges, (ctx, { params, body }) =>
    page(ctx, params.id, (_, id) => saveMileage(ctx, id, body), mileagePage),
  )
  serve(api, getOutOfHoursRate, (ctx, { params }) => page(ctx, params.id, getTariff, outOfHoursPage))
  serve(api, saveOutOfHoursRate, (ctx, { params, body }) =>
    page(ctx, params.id, (_, id) => saveHours(ctx, id, body), outOfHoursPage),
  )
  serve(api, getPlatformTerms, (ctx) => readPlatformTerms(ctx))
  serve(api, getTerms, (ctx, { params }) => page(ctx, params.id, getTariff, termsPage))
  serve(api, getCustomerTerms, (ctx, { params, query }) =>
    findCustomerTerms(ctx, params.id, query.asOf ? new Date(query.asOf) : ctx.clock.now()),
  )
  serve(api, saveTerms, (ctx, { params, body }) =>
    page(ctx, params.id, (_, id) => saveCompanyTerms(ctx, id, body), termsPage),
  )
}

/** Runs `work` on the caller's own company and answers one page of its tariff. */
async function page<Page>(
  ctx: Ctx,
  id: string,
  work: (ctx: Ctx, companyId: string) => Promise<KeptTariff | Refusal>,
  show: (kept: KeptTariff) => Page,
): Promise<Page | Refusal> {
  const tariff = await withOwnCompany(ctx, id, (companyId) => work(ctx, companyId))
  return tariff instanceof Refusal ? tariff : show(tariff)
}
