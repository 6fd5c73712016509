import type { LngLat } from '../outlines/rules.ts'

/**
 * The bends of a road from the text that OSRM writes them as: differences of hundred-thousandths of a degree, latitude first, five bits a
 * letter. Null where the text is no such line, or one that leaves the earth.
 */
export function decodePolyline(text: string): LngLat[] | null {
  const line: LngLat[] = []
  let [lat, lng, at] = [0, 0, 0]
  while (at < text.length) {
    const [dLat, next] = decodeNumber(text, at)
    const [dLng, after] = decodeNumber(text, next)
    if (after === BROKEN || next === BROKEN) return null
    lat += dLat
    lng += dLng
    if (Math.abs(lat) > 9_000_000 || Math.abs(lng) > 18_000_000) return null
    line.push([lng / 100_000, lat / 100_000])
    at = after
  }
  return line.length > 1 ? line : null
}

const BROKEN = -1

function decodeNumber(text: string, start: number): [value: number, next: number] {
  if (start === BROKEN) return [0, BROKEN]
  let value = 0
  for (let at = start, shift = 0; at < text.length && shift < 30; at += 1, shift += 5) {
    const bits = text.charCodeAt(at) - 63
    if (bits < 0 || bits > 63) return [0, BROKEN]
    value |= (bits & 31) << shift
    if (bits < 32) return [value & 1 ? ~(value >> 1) : value >> 1, at + 1]
  }
  return [0, BROKEN]
}
