// A release of Code-Point Open that holds together: every postcode area, every district of our own table, units near its middle.
import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import { areas, outcodes } from '#modules/geo/outcodes/data.ts'
import { gridOfPlace } from '#modules/geo/postcode-import/rules.ts'
import { areaOf } from '#shared/uk-postcode.ts'

const LETTERS = 'ABDEFGHJLNPQRSTUWXYZ'
const CODES = '"E92000001","E19000003","E18000007","","E09000033","E05013806"'

/** A line as Ordnance Survey writes it: strings in quotes, numbers bare. */
export const codePointLine = (postcode: string, place = '10,529090,179645', codes = CODES): string =>
  `"${postcode}",${place},${codes}`

/** The areas that Code-Point Open has a file for: all but Northern Ireland and the islands that are not of the kingdom. */
export const releasedAreas: readonly string[] = [...areas.keys()].filter(
  (area) => !['BT', 'GY', 'IM', 'JE'].includes(area),
)

const outcodesByArea = Map.groupBy(outcodes.values(), ({ code }) => areaOf(code) ?? '')

export interface AreaOptions {
  /** Units of each district. */
  each?: number
  place?: (easting: number, northing: number) => string
}

/** Units of each district of an area, up to four thousand, within 2 km of its middle. */
export function* areaLines(area: string, { each = 1, place = located }: AreaOptions = {}): Generator<string> {
  for (const outcode of outcodesByArea.get(area) ?? []) {
    const [easting, northing] = gridOfPlace(outcode).map(Math.round) as [number, number]
    for (let index = 0; index < each; index++) {
      const unit = LETTERS.charAt(index % 20) + LETTERS.charAt(Math.floor(index / 20) % 20)
      const [east, north] = [easting + ((index * 7919) % 4000) - 2000, northing + ((index * 104_729) % 4000) - 2000]
      yield codePointLine(`${outcode.code} ${Math.floor(index / 400)}${unit}`, place(east, north))
    }
  }
}

const located = (easting: number, northing: number) => `10,${easting},${northing}`

/** Path in the zip → text, of all areas but those left out. */
export function releaseFiles(options: AreaOptions & { without?: readonly string[] } = {}): Record<string, string> {
  const kept = releasedAreas.filter((area) => !options.without?.includes(area))
  return Object.fromEntries([
    ['Doc/metadata.txt', 'PRODUCT: OS Code-Point Open\r\nDATASET VERSION NUMBER: 2025.4.0\r\n'],
    ...kept.map((area) => [`Data/CSV/${area.toLowerCase()}.csv`, [...areaLines(area, options)].join('\r\n')]),
  ])
}

/** Writes a zip with these files and answers its path. */
export async function writeZip(path: string, files: Record<string, string>): Promise<string> {
  const archive = new ZipFile()
  for (const [name, text] of Object.entries(files))
    archive.addBuffer(Buffer.from(text), name, { mtime: new Date('2025-11-03') })
  archive.end()
  await pipeline(archive.outputStream, createWriteStream(path))
  return path
}
