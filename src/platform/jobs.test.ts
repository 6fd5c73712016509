import { expect, test } from 'vitest'
import { commonRefusals, refuse } from '#shared/endpoint.ts'
import { RefusedError } from './errors.ts'
import { ForeignFailure, isForeign } from './jobs.ts'

test.each([
  ['a push service that knows no such browser', new ForeignFailure(new Error('push 403')), true],
  ['no connection in time', new Error('timeout exceeded when trying to connect'), true],
  ['a pool whose share is used up', new RefusedError(refuse(commonRefusals.tooFast)), true],
  ['a defect of ours', new TypeError('x is not a function'), false],
  ['a full disk', Object.assign(new Error('no space'), { code: 'ENOSPC' }), false],
])('a job that fails over %s: no error of ours is %j', (_name, error, isTheirs) => {
  expect(isForeign(error)).toBe(isTheirs)
})
