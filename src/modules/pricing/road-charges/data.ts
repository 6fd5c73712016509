import charges from './data.json' with { type: 'json' }
import type { RoadCharge } from './rules.ts'

const rows: unknown = charges

/** The road charges of a new installation (geography.md 4); afterwards an admin maintains the rows in the database. */
export const ROAD_CHARGES = rows as readonly RoadCharge[]
