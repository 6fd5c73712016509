import type { Endpoint } from '#shared/endpoint.ts'
import { realParts, stockOf } from '#test/support/real-requests.ts'
import type { Right } from './request.ts'
import { bookingRequests } from './right/booking.ts'
import { changeRequests } from './right/changes.ts'
import { contentRequests } from './right/content.ts'
import { dayRequests } from './right/day.ts'
import { driverRequests } from './right/driver.ts'
import { identityRequests } from './right/identity.ts'
import { settingsRequests } from './right/settings.ts'
import type { Maker } from './right/maker.ts'
import { mayCall, type Principal, type World } from './world.ts'

const makers: Record<string, Maker> = {
  ...identityRequests,
  ...driverRequests,
  ...bookingRequests,
  ...changeRequests,
  ...contentRequests,
  ...dayRequests,
  ...settingsRequests,
}

const owners: readonly Principal[] = ['V', 'C1', 'D1', 'A', 'H1']

/**
 * A request that this operation answers with a success. Where what real-requests.ts knows is enough, it is sent by the first principal
 * who may; where something has to be made first, the operation has a maker in right/. A new operation that needs one fails by name.
 */
export async function rightRequest(world: World, endpoint: Endpoint): Promise<Right> {
  const maker = makers[endpoint.id]
  if (maker) return maker(world, endpoint)
  const owner = owners.find((principal) => mayCall(endpoint, principal)) ?? 'V'
  // What is about company 1 is asked by its driver, though others may call.
  const isOfCompany = endpoint.path.startsWith('/company/') && mayCall(endpoint, 'D1') && endpoint.access !== 'public'
  const stock = await stockOf(world.app, world.hood.things)
  return { ...realParts(endpoint, stock), bearer: await world.bearerOf(isOfCompany ? 'D1' : owner) }
}
