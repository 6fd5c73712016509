import makers from './data.json' with { type: 'json' }
import { SEATS, VAN_CATEGORIES, VAN_NAMES } from './rules.ts'
import type { VanCategory } from './rules.ts'

export type VanDetails = {
  category: VanCategory
  /** 0 to 3, smallest first. */
  value: number
  name: string
  exampleVehicles: string[]
  /** Kilograms. Loads are compared with the low end, which every van in the category can carry. */
  payloadMinKg: number
  payloadMaxKg: number
  seats: number
  capacity: number
  loadingUnloadingMinutes: number
  /** Inside, in centimetres. A Luton's box also extends over the cab by `overCabLengthCm`. */
  lengthCm: number
  overCabLengthCm: number
  heightCm: number
  widthCm: number
  volumeM3: number
  hasTailLiftOption: boolean
  suitability: string
  description: string
}

/** The four vans with the figures of spec §9 (sizes there are length x height x width). */
export const VAN_DETAILS: Record<VanCategory, VanDetails> = {
  small_van: {
    category: 'small_van',
    value: 0,
    name: VAN_NAMES.small_van,
    exampleVehicles: ['Ford Transit Connect', 'Citroën Berlingo', 'Vauxhall Combo'],
    payloadMinKg: 500,
    payloadMaxKg: 700,
    seats: SEATS.small_van,
    capacity: 2,
    loadingUnloadingMinutes: 30,
    lengthCm: 170,
    overCabLengthCm: 0,
    heightCm: 120,
    widthCm: 120,
    volumeM3: 2.5,
    hasTailLiftOption: false,
    suitability: 'Up to 10 packed suitcases, or a few boxes and small furniture',
    description:
      'Suits a student move, a handful of boxes or one small piece of furniture. It parks anywhere a car does and carries one passenger beside the driver.',
  },
  medium_van: {
    category: 'medium_van',
    value: 1,
    name: VAN_NAMES.medium_van,
    exampleVehicles: ['Ford Transit Custom', 'Vauxhall Vivaro', 'Volkswagen Transporter'],
    payloadMinKg: 900,
    payloadMaxKg: 1200,
    seats: SEATS.medium_van,
    capacity: 3,
    loadingUnloadingMinutes: 60,
    lengthCm: 240,
    overCabLengthCm: 0,
    heightCm: 140,
    widthCm: 160,
    volumeM3: 6,
    hasTailLiftOption: false,
    suitability: 'A room or a studio flat',
    description:
      'Suits a single room, a small studio or a few bigger pieces such as a double bed and a chest of drawers. Tall wardrobes travel lying down.',
  },
  large_van: {
    category: 'large_van',
    value: 2,
    name: VAN_NAMES.large_van,
    exampleVehicles: ['Mercedes-Benz Sprinter', 'Ford Transit L4 H3', 'Volkswagen Crafter'],
    payloadMinKg: 1000,
    payloadMaxKg: 1500,
    seats: SEATS.large_van,
    capacity: 3,
    loadingUnloadingMinutes: 90,
    lengthCm: 420,
    overCabLengthCm: 0,
    heightCm: 193,
    widthCm: 175,
    volumeM3: 14,
    hasTailLiftOption: false,
    suitability: 'A studio, a light one-bedroom flat or a small office',
    description:
      'Suits a studio, a one-bedroom flat without much furniture or a small office. Long sofas and tall wardrobes go in whole.',
  },
  luton_van: {
    category: 'luton_van',
    value: 3,
    name: VAN_NAMES.luton_van,
    exampleVehicles: ['Ford Transit Luton', 'Peugeot Boxer Luton', 'Mercedes-Benz Sprinter Luton'],
    payloadMinKg: 1200,
    payloadMaxKg: 1500,
    seats: SEATS.luton_van,
    capacity: 3,
    loadingUnloadingMinutes: 120,
    lengthCm: 400,
    overCabLengthCm: 80,
    heightCm: 218,
    widthCm: 205,
    volumeM3: 20,
    hasTailLiftOption: true,
    suitability: 'A one-bedroom flat, a two-bedroom home in two trips',
    description:
      'Suits a furnished one-bedroom flat, a two-bedroom home in two trips, or a larger office. The box is square, with room over the cab for long things, and a tail-lift can be asked for to raise heavy pieces.',
  },
}

/** Smallest first. */
export const VANS: readonly VanDetails[] = VAN_CATEGORIES.map((category) => VAN_DETAILS[category])

export type VanModel = { name: string; categories: VanCategory[] }
export type VehicleMaker = { id: number; name: string; models: VanModel[] }

/**
 * Vans on British roads by make and model, with the categories a body of that model can have. Chassis sold both as panel vans and
 * with Luton bodies have both. Ids are stable: saved vans refer to them.
 */
export const VEHICLE_MAKERS: readonly VehicleMaker[] = makers.map(({ id, name, models }) => ({
  id,
  name,
  models: models.map(([model = '', sizes = '']) => ({
    name: model,
    categories: VAN_CATEGORIES.filter((category) => sizes.split(' ').some((size) => category === `${size}_van`)),
  })),
}))
