import { serve, type Api } from '#platform/serve.ts'
import { timeString } from '#shared/duration.ts'
import { listVanCategories, listVehicleMakers } from './contract.ts'
import { VANS, VEHICLE_MAKERS, type VanDetails } from './data.ts'

const vans = VANS.map(vanAnswer)
const makers = VEHICLE_MAKERS.map(({ id, name, models }) => ({
  id,
  name,
  models: models.map((model) => ({ name: model.name, vanCategories: model.categories })),
}))

export function routes(api: Api): void {
  serve(api, listVanCategories, async () => vans)
  serve(api, listVehicleMakers, async () => makers)
}

function vanAnswer(van: VanDetails) {
  const { category, value, name, exampleVehicles, seats, capacity, hasTailLiftOption, suitability, description } = van
  return {
    category,
    value,
    name,
    exampleVehicles,
    payloadRange: { min: van.payloadMinKg, max: van.payloadMaxKg },
    seats,
    capacity,
    loadingUnloadingTime: timeString(van.loadingUnloadingMinutes),
    insideDimensions: {
      length: van.lengthCm / 100,
      overCabLength: van.overCabLengthCm / 100,
      height: van.heightCm / 100,
      width: van.widthCm / 100,
      volume: van.volumeM3,
    },
    hasTailLiftOption,
    suitability,
    description,
  }
}
