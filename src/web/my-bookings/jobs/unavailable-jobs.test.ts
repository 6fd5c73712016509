import { expect, it } from 'vitest'
import { goneFrom } from './unavailable-jobs.ts'
import type { HotJob } from './job-texts.ts'

const now = new Date('2026-11-28T07:00:00Z')
const job = (id: string, closesAt = '2026-11-28T08:00:00Z') => ({ id, hot: { closesAt } }) as unknown as HotJob
const nothing = { id: null, answer: undefined }
const refused = (code: string) => ({ ok: false as const, status: 409, code, detail: '' })
const taken = { ok: true as const, data: { title: '', text: '' } }

const reasons = (...given: Parameters<typeof goneFrom>) =>
  goneFrom(...given).map(({ job: { id }, title, why }) => [id, title, why])

it('says what is known of it: taken, too late, or that nobody took it', () => {
  expect(reasons([job('a'), job('b')], [job('b')], nothing, now)).toEqual([
    ['a', 'Gone', expect.stringMatching(/^It has been taken or cancelled\./)],
  ])
  expect(reasons([job('a')], [], { id: 'a', answer: refused('already_taken') }, now)).toEqual([
    ['a', 'Already taken', expect.stringMatching(/just before you/)],
  ])
  expect(reasons([job('a')], [], { id: 'a', answer: refused('slot_taken') }, now)).toEqual([
    ['a', 'It clashes with another job', expect.stringMatching(/another job then/)],
  ])
  expect(reasons([job('a', '2026-11-28T07:00:00Z')], [], nothing, now)).toEqual([
    ['a', 'Time is up', expect.stringMatching(/^Nobody took it/)],
  ])
})

it('is not what one took oneself, nor what is still there', () => {
  expect(goneFrom([job('a')], [], { id: 'a', answer: taken }, now)).toEqual([])
  expect(goneFrom([job('a')], [job('a'), job('c')], nothing, now)).toEqual([])
})
