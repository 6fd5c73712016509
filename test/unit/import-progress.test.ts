import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { createProgress } from '../../scripts/import-progress.ts'

let lines: string[] = []
afterEach(() => (lines = []))
const log = { write: (text: string) => lines.push(text) }

it('says count and seconds every so often where nobody watches a bar, and once more at the end', async () => {
  const progress = createProgress('Importing', log, 20)
  progress.start(120e6)
  progress.update(60e6, 850_000)
  while (lines.length < 2) await sleep(5)
  progress.update(120e6, 1_745_849)
  progress.stop()
  expect(lines[0]).toMatch(/^Importing: 850,000 postcodes, 60 MB of 120 MB, \d+ s\n$/)
  expect(lines.at(-1)).toMatch(/^Importing: 1,745,849 postcodes, 120 MB of 120 MB, \d+ s\n$/)
  const said = lines.length
  progress.stop()
  await sleep(60)
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
