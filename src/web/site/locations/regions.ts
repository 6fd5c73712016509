/** The regions in the order of the page, with where the map names each; Northern Ireland is not on a map of Great Britain. */
export const REGIONS = [
  { key: 'london', name: 'London' },
  { key: 'south-east', name: 'South East' },
  { key: 'south-west', name: 'South West' },
  { key: 'east-of-england', name: 'East of England' },
  { key: 'west-midlands', name: 'West Midlands' },
  { key: 'east-midlands', name: 'East Midlands' },
  { key: 'yorkshire', name: 'Yorkshire' },
  { key: 'north-west', name: 'North West' },
  { key: 'north-east', name: 'North East' },
  { key: 'wales', name: 'Wales' },
  { key: 'scotland', name: 'Scotland' },
  { key: 'northern-ireland', name: 'Northern Ireland' },
] as const

export type RegionKey = (typeof REGIONS)[number]['key']
