// Keeps a thread busy for as many milliseconds as it is told, for tests of long jobs.
import { answerParts } from '#platform/worker-side.ts'

answerParts(async function* (input) {
  const end = performance.now() + Number(input)
  let turns = 0
  while (performance.now() < end) turns += 1
  yield { value: turns }
})
