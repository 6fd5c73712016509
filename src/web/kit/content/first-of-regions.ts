/** One place of each region, in the order given: the ones that menus name. */
export function firstOfRegions<Place extends { region: string }>(places: readonly Place[]): Place[] {
  const regions = new Set<string>()
  return places.filter(({ region }) => !regions.has(region) && regions.add(region))
}
