import type { Fuel } from '#modules/fleet/vans/rules.ts'

export const FUEL_NAMES: Record<Fuel, string> = {
  diesel: 'Diesel',
  petrol: 'Petrol',
  electric: 'Electric',
  hybrid: 'Hybrid',
}
