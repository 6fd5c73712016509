import { serve, type Api } from '#platform/serve.ts'
import { Refusal } from '#shared/endpoint.ts'
import { nameCrew } from './commands.ts'
import { getCrew, getCrewPhoto, nameCrew as nameEndpoint } from './contract.ts'
import { crewOf, findCrewBooking, readCrewPhoto } from './queries.ts'

export function crewRoutes(api: Api): void {
  serve(api, getCrew, async (ctx, { params }) => {
    const booking = await findCrewBooking(ctx, params.id)
    return booking instanceof Refusal ? booking : crewOf(ctx, booking)
  })
  serve(api, nameEndpoint, (ctx, { params, body }) => nameCrew(ctx, params.id, body.personIds))
  serve(api, getCrewPhoto, async (ctx, { params }) => {
    const booking = await findCrewBooking(ctx, params.id)
    return booking instanceof Refusal ? booking : readCrewPhoto(ctx, booking, params.personId)
  })
}
