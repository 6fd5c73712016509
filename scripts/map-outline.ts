// Writes the outline of the United Kingdom that the map of operating areas draws: world-atlas, countries at 1:50m, country 826
// (Natural Earth, public domain), as rings of longitude and latitude in thousandths of a degree.
// Run it again only for a new release of world-atlas: node scripts/map-outline.ts
import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import { feature } from 'topojson-client'

type Atlas = Parameters<typeof feature>[0]

const UNITED_KINGDOM = '826'
const TARGET = fileURLToPath(new URL('../src/web/driver/area/outline.ts', import.meta.url))

const atlas = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve('world-atlas/countries-50m.json'), 'utf8'),
) as Atlas
const countries = feature(atlas, atlas.objects['countries'] as never) as unknown as {
  features: { id?: string; geometry: { coordinates: [number, number][][][] } }[]
}
const rings = countries.features
  .find(({ id }) => id === UNITED_KINGDOM)
  ?.geometry.coordinates.flatMap((polygon) => polygon.slice(0, 1))
if (!rings) throw new Error('The United Kingdom is not in this atlas.')

const lines = rings.map((ring) =>
  ring.map(([lng, lat]) => `${Math.round(lng * 1000)} ${Math.round(lat * 1000)}`).join(','),
)
writeFileSync(
  TARGET,
  `// Written by scripts/map-outline.ts from world-atlas (Natural Earth, public domain). Each line is a coast: "lng lat" in thousandths of a degree.
export const outlineRings: readonly string[] = [
${lines.map((line) => `  '${line}',`).join('\n')}
]
`,
)
console.log(`${rings.length} coasts, ${rings.reduce((sum, ring) => sum + ring.length, 0)} points`)
