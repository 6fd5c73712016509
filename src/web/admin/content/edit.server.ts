import { createHash } from 'node:crypto'
import { z } from 'zod'
import {
  bringBackContentPage,
  getContentPage,
  getContentVersion,
  placeContentPage,
  previewContent,
  publishContent,
  renameContentPage,
  saveContentDraft,
  unscheduleContent,
  withdrawContentPage,
} from '#modules/content/office/contract.ts'
import { KINDS } from '#modules/content/rules.ts'
import type { Call, CallResult } from '#shared/call.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { asTyped, wholeNumberOf } from '#web/kit/forms/form-text.ts'
import { answerOf, problemOf } from '#web/kit/forms/answer.server.ts'
import type { Answer, Problem } from '#web/kit/forms/answer.ts'
import { appearsAt } from './page-parts.tsx'
import { draftOf, typedOf, type TypedDraft } from './draft-form.tsx'

const draftShape = z.object({
  kind: z.enum(KINDS),
  name: z.string(),
  title: z.string(),
  description: z.string(),
  searchDescription: z.string(),
  body: z.string(),
  pictureId: z.string(),
  topic: z.string(),
  excerpt: z.string(),
  author: z.string(),
  published: z.string(),
  highlighted: z.string(),
  notYet: z.string(),
  region: z.string(),
  districts: z.string(),
  moves: z.string(),
})

/** What is done with the text first of all: saved, if it has been changed. */
const text = { version: z.number(), draft: draftShape.nullable(), attempt: z.string() }

export const submittedShape = z.discriminatedUnion('intent', [
  z.object({ intent: z.literal('save'), ...text }),
  z.object({ intent: z.literal('publish'), ...text }),
  z.object({ intent: z.literal('schedule'), ...text, day: z.string(), time: z.string() }),
  z.object({ intent: z.literal('link'), ...text }),
  z.object({ intent: z.literal('unschedule'), version: z.number() }),
  z.object({ intent: z.enum(['withdraw', 'bring-back']) }),
  z.object({ intent: z.literal('rename'), slug: z.string() }),
  z.object({ intent: z.literal('place'), parentId: z.string(), order: z.string() }),
])
export type Submitted = z.infer<typeof submittedShape>

/** Version that another admin has saved since. */
export interface Theirs {
  version: number
  by: string | null
  at: string
  draft: TypedDraft
}

export type Done =
  | { act: 'save' }
  | { act: 'publish' | 'schedule'; publishedAt: string }
  | { act: 'link'; path: string; until: string }
  | { act: 'unschedule' | 'withdraw' | 'bring-back' }
  | { act: 'place' }
  | { act: 'rename'; path: string }

/** `saved` is the version that the text has become, whatever came of the rest. */
export type Edited = Answer<Done> & { saved?: number; theirs?: Theirs }

export async function edit(call: Call, id: string, submitted: Submitted, now: Date): Promise<Edited> {
  if (!('draft' in submitted)) return doneWithout(call, id, submitted)
  const { draft, attempt } = submitted
  if (submitted.intent === 'schedule') {
    const { errors } = appearsAt(submitted.day, submitted.time, now)
    if (Object.keys(errors).length > 0) return fieldProblem(asLists(errors))
  }
  const saved = draft ? await save(call, id, { version: submitted.version, draft, attempt }) : undefined
  if (saved && !saved.ok) return saved
  const version = saved?.data ?? submitted.version
  const done = await doneWith(call, id, version, submitted, now)
  const theirs = !done.ok && done.code === 'stale_content' ? await readTheirs(call, id) : undefined
  return { ...done, ...(saved ? { saved: version } : {}), ...(theirs ? { theirs } : {}) }
}

const asLists = (errors: Readonly<Record<string, string>>): Record<string, string[]> =>
  Object.fromEntries(Object.entries(errors).map(([field, sentence]) => [field, [sentence]]))

const fieldProblem = (errors: Record<string, string[]>): Problem => ({
  ok: false,
  status: 422,
  code: 'invalid',
  detail: 'Please check the marked fields.',
  errors,
})

interface ToSave {
  version: number
  draft: TypedDraft
  attempt: string
}

async function save(
  call: Call,
  id: string,
  { version, draft, attempt }: ToSave,
): Promise<{ ok: true; data: number } | (Problem & { theirs?: Theirs })> {
  const body = draftOf(draft)
  if ('errors' in body) return fieldProblem(body.errors)
  // The same text saved twice, because the first answer was lost, is one version.
  const hash = createHash('sha256').update(JSON.stringify(draft)).digest('hex').slice(0, 32)
  const options = /^[\w-]{36}$/.test(attempt) ? { idempotencyKey: `${attempt}.${version}.${hash}` } : {}
  const answer = await call(saveContentDraft, { params: { id }, body: { fromVersion: version, ...body } }, options)
  if (answer.ok) return { ok: true, data: answer.data.version }
  const theirs = answer.problem.code === 'stale_content' ? await readTheirs(call, id) : undefined
  return { ...problemOf(answer), ...(theirs ? { theirs } : {}) }
}

async function readTheirs(call: Call, id: string): Promise<Theirs | undefined> {
  const page = await call(getContentPage, { params: { id } })
  const newest = page.ok ? page.data.versions[0] : undefined
  if (!newest) return undefined
  const version = await call(getContentVersion, { params: { id, number: newest.number } })
  if (!version.ok) return undefined
  return { version: newest.number, by: newest.createdBy, at: newest.createdAt, draft: typedOf(version.data) }
}

async function doneWith(
  call: Call,
  id: string,
  version: number,
  submitted: Extract<Submitted, { draft: unknown }>,
  now: Date,
): Promise<Answer<Done>> {
  const { intent } = submitted
  if (intent === 'save') return { ok: true, data: { act: 'save' } }
  if (intent === 'link')
    return answerWith(await call(previewContent, { params: { id }, body: { version } }), ({ path, until }) => ({
      act: intent,
      path,
      until,
    }))
  const at = intent === 'schedule' ? appearsAt(submitted.day, submitted.time, now).at : null
  return answerWith(await call(publishContent, { params: { id }, body: { version, at } }), ({ publishedAt }) => ({
    act: intent,
    publishedAt,
  }))
}

async function doneWithout(
  call: Call,
  id: string,
  submitted: Exclude<Submitted, { draft: unknown }>,
): Promise<Answer<Done>> {
  const params = { id }
  switch (submitted.intent) {
    case 'unschedule':
      return answerWith(await call(unscheduleContent, { params, body: { version: submitted.version } }), () => ({
        act: 'unschedule',
      }))
    case 'rename':
      return answerWith(await call(renameContentPage, { params, body: { slug: submitted.slug } }), ({ path }) => ({
        act: 'rename',
        path,
      }))
    case 'place': {
      const { parentId, order } = submitted
      const body = { parentId: parentId || null, order: wholeNumberOf(order) ?? asTyped<number>(order) }
      return answerWith(await call(placeContentPage, { params, body }), () => ({ act: 'place' }))
    }
    case 'withdraw':
      return answerWith(await call(withdrawContentPage, { params }), () => ({ act: 'withdraw' }))
    default:
      return answerWith(await call(bringBackContentPage, { params }), () => ({ act: 'bring-back' }))
  }
}

function answerWith<E extends Endpoint>(
  result: CallResult<E>,
  done: (data: Extract<CallResult<E>, { ok: true }>['data']) => Done,
): Answer<Done> {
  const answer = answerOf(result)
  return answer.ok ? { ok: true, data: done(answer.data) } : answer
}
