import { expect, it } from 'vitest'
import { goneFrom } from './gone-jobs.ts'
import type { HotJob } from './job-words.ts'

const job = (id: string) => ({ id, hot: {} }) as unknown as HotJob
const nothing = { id: null, answer: undefined }
const refused = (code: string) => ({ ok: false as const, status: 409, code, detail: '' })
const taken = { ok: true as const, data: { title: '', text: '' } }

it('is what others took, and says so if one was too late', () => {
  expect(goneFrom([job('a'), job('b')], [job('b')], nothing).map((gone) => [gone.job.id, gone.why])).toEqual([
    ['a', expect.stringMatching(/^Another driver has taken it, or it is off/)],
  ])
  expect(goneFrom([job('a')], [], { id: 'a', answer: refused('already_taken') })[0]?.why).toMatch(/just before you/)
  expect(goneFrom([job('a')], [], { id: 'a', answer: refused('slot_taken') })[0]?.why).toMatch(/another job then/)
})

it('is not what one took oneself, nor what is still there', () => {
  expect(goneFrom([job('a')], [], { id: 'a', answer: taken })).toEqual([])
  expect(goneFrom([job('a')], [job('a'), job('c')], nothing)).toEqual([])
})
