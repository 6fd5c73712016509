import type { LngLat } from '../sketch/outlines-rules.ts'

/** Minutes of the day, end excluded; null is not at all on such days. The weekend includes the bank holidays of England. */
export interface TollHours {
  weekday: readonly [from: number, to: number] | null
  weekend: readonly [from: number, to: number] | null
}

export interface TollCharge {
  /** Categories of van; null for every van. */
  vans: readonly string[] | null
  pence: number
  hours: TollHours
}

/** A dated fact that the office can change: a crossing or a road that costs something each time. Both days inclusive. */
export interface TollRow {
  /** Names it in receipts, for good: 'dartford'. */
  code: string
  name: string
  /** Lines along the water that its bridges and tunnels cross: a route that meets one has passed. */
  gates: readonly (readonly [LngLat, LngLat])[]
  /** Only from the right of a gate to its left, because the other direction has its own prices. */
  isOneWay: boolean
  /** The water, roughly, far up and down: only a move from one bank to the other may have to cross here. */
  water: readonly LngLat[]
  /** Kilometres within which one end of a move must be for the toll to be likely; 0 for a road. */
  nearKm: number
  /** A road that is known by its name instead, and where it begins and ends. */
  road: { name: string; ends: readonly [LngLat, LngLat] } | null
  /** Charges; if several apply at one time, the dearest. */
  charges: readonly TollCharge[]
  fromDay: string
  toDay: string | null
  source: string
  /** Day by which the row must be checked again. */
  checkBy: string
}

const ALWAYS: TollHours = { weekday: [0, 1440], weekend: [0, 1440] }
const SIX_TO_TEN: TollHours = { weekday: [360, 1320], weekend: [360, 1320] }
const LARGE = ['medium_van', 'large_van', 'luton_van']

/** Written by hand from general knowledge, as the zones are (migration 0032 holds the same rows). `lng lat`, eastwards. */
const line = (text: string): LngLat[] =>
  text
    .trim()
    .split(',')
    .map((part) => part.trim())
    .map((pair) => pair.split(' ').map(Number))
    .map(([lng = 0, lat = 0]) => [lng, lat])

export const THAMES =
  line(`-0.97 51.46, -0.70 51.52, -0.51 51.433, -0.31 51.411, -0.307 51.458, -0.23 51.488, -0.213 51.467, -0.17 51.482,
  -0.125 51.487, -0.117 51.508, -0.088 51.508, -0.05 51.503, -0.035 51.508, -0.028 51.488, -0.008 51.484, -0.003 51.5, 0.001 51.507,
  0.012 51.503, 0.015 51.493, 0.07 51.495, 0.1 51.515, 0.15 51.512, 0.18 51.485, 0.2585 51.465, 0.37 51.447, 0.46 51.462, 0.58 51.503,
  0.8 51.5, 1.2 51.52`)
const MERSEY =
  line(`-3.15 53.47, -3.02 53.43, -3.005 53.4, -2.96 53.36, -2.86 53.32, -2.78 53.325, -2.7375 53.3465, -2.713 53.3515,
  -2.66 53.375, -2.59 53.385, -2.45 53.4, -2.2 53.41`)
export const TYNE = line(
  '-2.1 54.975, -1.85 54.975, -1.7 54.965, -1.607 54.968, -1.54 54.972, -1.488 54.9887, -1.44 55.005, -1.4 55.01',
)
const HUMBER = line('-1.05 53.75, -0.85 53.7, -0.62 53.7, -0.45 53.7065, -0.3 53.73, -0.1 53.66, 0.15 53.55')

const crossing = { isOneWay: false, road: null, toDay: null, checkBy: '2027-01-31' }

const BLACKWALL: readonly [LngLat, LngLat] = [
  [-0.0055, 51.505],
  [0.0045, 51.508],
]
const SILVERTOWN: readonly [LngLat, LngLat] = [
  [0.0085, 51.5065],
  [0.0155, 51.5005],
]
const turned = ([a, b]: readonly [LngLat, LngLat]): readonly [LngLat, LngLat] => [b, a]

/** Free at night; the peak is the mornings northbound and the evenings southbound, Monday to Friday. */
const underThames = (peak: readonly [number, number]): TollCharge[] => [
  { vans: ['small_van'], pence: 150, hours: SIX_TO_TEN },
  { vans: ['small_van'], pence: 400, hours: { weekday: peak, weekend: null } },
  { vans: LARGE, pence: 250, hours: SIX_TO_TEN },
  { vans: LARGE, pence: 650, hours: { weekday: peak, weekend: null } },
]
const tunnels = { ...crossing, isOneWay: true, water: THAMES, nearKm: 25, fromDay: '2025-04-07' }
const TUNNELS_SOURCE = 'Transport for London: Blackwall and Silvertown tunnels, charged since 7 April 2025'

export const TOLLS: readonly TollRow[] = [
  {
    ...crossing,
    code: 'dartford',
    name: 'Dartford Crossing',
    gates: [
      [
        [0.2535, 51.4648],
        [0.2635, 51.4644],
      ],
    ],
    water: THAMES,
    nearKm: 120,
    charges: [{ vans: null, pence: 420, hours: SIX_TO_TEN }],
    fromDay: '2025-09-01',
    source: 'National Highways: goods vehicle with two axles, 06:00 to 22:00, since 1 September 2025',
  },
  {
    ...tunnels,
    code: 'thames_tunnels_north',
    name: 'Blackwall or Silvertown Tunnel, northbound',
    gates: [BLACKWALL, SILVERTOWN],
    charges: underThames([360, 600]),
    source: TUNNELS_SOURCE,
  },
  {
    ...tunnels,
    code: 'thames_tunnels_south',
    name: 'Blackwall or Silvertown Tunnel, southbound',
    gates: [turned(BLACKWALL), turned(SILVERTOWN)],
    charges: underThames([960, 1140]),
    source: TUNNELS_SOURCE,
  },
  {
    ...crossing,
    code: 'mersey_tunnels',
    name: 'Mersey Tunnels',
    gates: [
      [
        [-3.003, 53.392],
        [-3.009, 53.417],
      ],
    ],
    water: MERSEY,
    nearKm: 30,
    charges: [{ vans: null, pence: 240, hours: ALWAYS }],
    fromDay: '2025-04-06',
    source: 'Liverpool City Region: class 1, goods vehicles up to 3.5 t, without a tag',
  },
  {
    ...crossing,
    code: 'mersey_gateway',
    name: 'Mersey Gateway Bridge',
    gates: [
      [
        [-2.742, 53.3463],
        [-2.733, 53.3467],
      ],
      [
        [-2.723, 53.3495],
        [-2.703, 53.3535],
      ],
    ],
    water: MERSEY,
    nearKm: 30,
    charges: [{ vans: null, pence: 240, hours: ALWAYS }],
    fromDay: '2025-04-01',
    source: 'Halton Council: class 2, Mersey Gateway and Silver Jubilee bridges',
  },
  {
    ...crossing,
    code: 'tyne_tunnel',
    name: 'Tyne Tunnel',
    gates: [
      [
        [-1.498, 54.9885],
        [-1.478, 54.989],
      ],
    ],
    water: TYNE,
    nearKm: 40,
    charges: [
      { vans: null, pence: 250, hours: ALWAYS },
      { vans: ['luton_van'], pence: 500, hours: ALWAYS },
    ],
    fromDay: '2025-05-01',
    source: 'TT2: class 2 up to 3 m high, class 3 above, as a Luton van is',
  },
  {
    ...crossing,
    code: 'humber_bridge',
    name: 'Humber Bridge',
    gates: [
      [
        [-0.465, 53.7065],
        [-0.435, 53.7065],
      ],
    ],
    water: HUMBER,
    nearKm: 100,
    charges: [{ vans: null, pence: 150, hours: ALWAYS }],
    fromDay: '2012-04-01',
    source: 'Humber Bridge Board: cars and vans up to 3.5 t, without a tag',
  },
  {
    ...crossing,
    code: 'm6_toll',
    name: 'M6 Toll',
    gates: [],
    water: [],
    nearKm: 0,
    road: {
      name: 'M6 Toll',
      ends: [
        [-1.728, 52.533],
        [-2.09, 52.7],
      ],
    },
    charges: [{ vans: null, pence: 1840, hours: ALWAYS }],
    fromDay: '2025-02-01',
    source: 'Midland Expressway: class 4 (vans), whole length by day, from general knowledge',
  },
]
