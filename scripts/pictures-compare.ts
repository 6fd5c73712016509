// Pictures of two folders side by side, by name.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pixelmatch from 'pixelmatch'
import { PNG } from 'pngjs'

/** Pixels that may differ, in thousandths of a picture. */
const MOST_DIFFERENT = 1
/** A part that has moved by this many pixels, up or down, is where it was. */
const MOST_SHIFT = 1

export interface Difference {
  name: string
  wrong: string
}

/** Writes what differs into a folder of its own, each beside what it was and where, with a list. */
export function comparePictures(before: string, after: string, into: string): Difference[] {
  rmSync(into, { recursive: true, force: true })
  mkdirSync(into, { recursive: true })
  const names = [...new Set([...readdirSync(before), ...readdirSync(after)])].filter((name) => name.endsWith('.png'))
  const found = names.sort().flatMap((name): Difference[] => {
    const paths = [join(before, name), join(after, name)]
    if (!paths.every((path) => existsSync(path)))
      return [{ name, wrong: existsSync(paths[0] ?? '') ? 'is missing now.' : 'is new.' }]
    const [oldFile, nowFile] = paths.map((path) => readFileSync(path))
    if (!oldFile || !nowFile || oldFile.equals(nowFile)) return []
    const [old, now] = [PNG.sync.read(oldFile), PNG.sync.read(nowFile)]
    const diff = new PNG({ width: old.width, height: Math.max(old.height, now.height) })
    const wrong = differenceOf(old, now, diff)
    if (wrong === null) return []
    writeFileSync(join(into, name), PNG.sync.write(sideBySide([old, now, diff])))
    return [{ name, wrong }]
  })
  writeFileSync(join(into, 'list.txt'), found.map(({ name, wrong }) => `${name}: ${wrong}\n`).join(''))
  return found
}

/** Null within the tolerance. */
function differenceOf(old: PNG, now: PNG, diff: PNG): string | null {
  if (old.width !== now.width) return `is ${now.width} px wide, was ${old.width}.`
  if (Math.abs(old.height - now.height) > MOST_SHIFT) {
    const height = Math.max(old.height, now.height)
    pixelmatch(grown(old, height, 0).data, grown(now, height, 0).data, diff.data, old.width, height)
    return `is ${now.height} px high, was ${old.height}.`
  }
  const height = Math.max(old.height, now.height)
  const before = grown(old, height, 0)
  const shifts = Array.from({ length: MOST_SHIFT }, (_, index) => [index + 1, -index - 1]).flat()
  // Each row of the page is compared with itself and its neighbours, so that what follows a thinner line counts as unmoved.
  let places = placesOf(before, now, 0, undefined)
  for (const shift of shifts) if (places.length > 0) places = placesOf(before, now, shift, places)
  diff.data.fill(245)
  for (const place of places) diff.data.set([255, 0, 0, 255], place * 4)
  const share = (places.length / (old.width * height)) * 1000
  return share <= MOST_DIFFERENT ? null : `${(share / 10).toFixed(2)} % of its pixels differ.`
}

/** Pixels that differ, of all or of these places, if the new page is moved by `shift` rows. */
function placesOf(old: PNG, now: PNG, shift: number, among: readonly number[] | undefined): number[] {
  const output = Buffer.alloc(old.data.length)
  pixelmatch(old.data, grown(now, old.height, shift).data, output, old.width, old.height, { diffMask: true })
  const isDifferent = (place: number) => output[place * 4 + 3] !== 0
  if (among) return among.filter(isDifferent)
  const places: number[] = []
  for (let place = 0; place < old.width * old.height; place += 1) if (isDifferent(place)) places.push(place)
  return places
}

/** The picture on a page of this height, moved down by `down` rows; the rest is white. */
function grown(picture: PNG, height: number, down: number): PNG {
  const page = new PNG({ width: picture.width, height })
  page.data.fill(255)
  const rows = Math.min(picture.height - Math.max(0, -down), height - Math.max(0, down))
  PNG.bitblt(picture, page, 0, Math.max(0, -down), picture.width, rows, 0, Math.max(0, down))
  return page
}

function sideBySide(pictures: readonly PNG[]): PNG {
  const width = pictures.reduce((sum, one) => sum + one.width, 0)
  const page = new PNG({ width, height: Math.max(...pictures.map((one) => one.height)) })
  let left = 0
  for (const one of pictures) {
    PNG.bitblt(one, page, 0, 0, one.width, one.height, left, 0)
    left += one.width
  }
  return page
}
