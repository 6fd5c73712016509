import { expect, test } from 'vitest'
import { isFinalRefusal } from './rules.ts'

test.each([
  [{ responseCode: 550, command: 'RCPT TO' }, true],
  [{ responseCode: 554, command: 'DATA' }, true],
  [{ responseCode: 450, command: 'RCPT TO' }, false],
  [{ responseCode: 535, command: 'AUTH PLAIN' }, false], // our own password is wrong: to be mended, not given up
  [{ responseCode: 554, command: 'CONN' }, false],
  [{}, false],
])('%j: a final no? %s', (failure, isFinal) => {
  expect(isFinalRefusal(failure)).toBe(isFinal)
})
