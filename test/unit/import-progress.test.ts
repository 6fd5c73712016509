import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createProgress } from '../../scripts/import-progress.ts'

let lines: string[] = []
beforeEach(() => void vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  lines = []
})
const log = { write: (text: string) => lines.push(text) }

it('says count and seconds every so often where nobody watches a bar, and once more at the end', () => {
  const progress = createProgress('Importing', log, 20)
  progress.start(120e6)
  progress.update(60e6, 850_000)
  vi.advanceTimersByTime(50)
  progress.update(120e6, 1_745_849)
  progress.stop()
  expect(lines[0]).toMatch(/^Importing: 850,000 postcodes, 60 MB of 120 MB, \d+ s\n$/)
  expect(lines.at(-1)).toMatch(/^Importing: 1,745,849 postcodes, 120 MB of 120 MB, \d+ s\n$/)
  const said = lines.length
  progress.stop()
  vi.advanceTimersByTime(60)
  expect(lines).toHaveLength(said)
})

it('says nothing before it starts, and does without a total', () => {
  const progress = createProgress('Downloading', log, 20)
  progress.stop()
  expect(lines).toEqual([])
  progress.start(0)
  progress.update(7e6)
  progress.stop()
  expect(lines).toEqual([expect.stringMatching(/^Downloading: 7 MB, \d+ s\n$/)])
})

it('draws a bar in a terminal, not lines', () => {
  const progress = createProgress('Importing', { ...log, isTTY: true }, 20)
  expect(lines).toEqual([])
  progress.stop()
})
