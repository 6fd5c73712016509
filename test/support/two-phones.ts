import { cancelBooking } from '#modules/bookings/answers/contract.ts'
import { finishJob, pauseJob, resumeJob, startJob, tickLoaded } from '#modules/bookings/day/actions/contract.ts'
import { findDay } from '#modules/bookings/day/clock/queries.ts'
import { advance, NEW_CLOCK, type ClockAction, type DayClock } from '#modules/bookings/day/clock/rules.ts'
import { getDayRecord, verifyRecord } from '#modules/bookings/day/record/contract.ts'
import { listEntries } from '#modules/bookings/day/record/queries.ts'
import type { PauseReason } from '#modules/bookings/day/rules.ts'
import type { Call, CallResult } from '#shared/call.ts'
import type { Endpoint } from '#shared/endpoint.ts'
import { addMinutes } from '#shared/local-time.ts'
import type { TestApp } from './app.ts'
import type { Random } from './chaos/random.ts'
import { must } from './driver.ts'
import { heldTimes, messagesAbout, storedBooking } from './factories/booking.ts'

/** Two phones of one unit that were both without signal on one job, and what has to be true once both have sent what they kept. */

type Answer = CallResult<Endpoint>

/** What a phone has kept: sent as often as it likes, it is the same action. */
interface Kept {
  actionKey: string
  kind: 'start' | 'pause' | 'resume' | 'finish' | 'loaded'
  /** Of a tick. */
  item?: number
  loaded?: boolean
  send: () => Promise<Answer>
}

/** Everything that was answered to one action, in the order of the answers. */
export interface Answered extends Kept {
  answers: string[]
}

type Draft = { kind: 'start' | 'resume' | 'finish' } | { kind: 'pause'; reason: PauseReason } | Tick
interface Tick {
  kind: 'loaded'
  item: number
  loaded: boolean
}

const SHARED_ITEM = 2
const tick = (item: number, loaded: boolean): Tick => ({ kind: 'loaded', item, loaded })
const pause = (reason: PauseReason): Draft => ({ kind: 'pause', reason })

/** A phone ticks off an item of its own, takes the tick back and sets it again; one item both of them see to. */
const queues = (own: number, reason: PauseReason): Draft[] => [
  { kind: 'start' },
  tick(own, true),
  tick(SHARED_ITEM, true),
  pause(reason),
  tick(own, false),
  { kind: 'resume' },
  tick(SHARED_ITEM, false),
  pause('other'),
  tick(own, true),
  { kind: 'resume' },
  { kind: 'finish' },
]

export interface PhoneOfJob {
  call: Call
  /** The item that no other phone ticks. */
  item: number
  reason: PauseReason
  /** When it did the first of its actions; each of the others was some minutes after the one before. */
  began: Date
}

function keep(id: string, { call, item, reason, began }: PhoneOfJob, random: Random): Kept[] {
  let at = began
  return queues(item, reason).map((draft) => {
    at = addMinutes(at, 1 + random.below(9))
    const phone = { actionKey: crypto.randomUUID(), happenedAt: at.toISOString() }
    return { ...draft, actionKey: phone.actionKey, send: () => sendDraft(call, id, draft, phone) }
  })
}

function sendDraft(call: Call, id: string, draft: Draft, phone: { actionKey: string; happenedAt: string }) {
  const params = { id }
  if (draft.kind === 'pause')
    return call(pauseJob, { params, body: { ...phone, reason: draft.reason, note: phone.actionKey } })
  if (draft.kind === 'loaded')
    return call(tickLoaded, { params, body: { ...phone, item: draft.item, loaded: draft.loaded } })
  if (draft.kind === 'start') return call(startJob, { params, body: phone })
  return draft.kind === 'resume' ? call(resumeJob, { params, body: phone }) : call(finishJob, { params, body: phone })
}

const nameOf = (answer: Answer): string =>
  answer.ok ? String(answer.status) : `${answer.status} ${answer.problem.code}`

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms))

/** Sends the queue in order, and now and then a copy of an action whose answer it had lost, beside the next. */
async function sendAll(queue: readonly Kept[], random: Random): Promise<Answered[]> {
  const sent: Answered[] = queue.map((action) => ({ ...action, answers: [] }))
  const send = async (action: Answered | undefined) => {
    if (action) action.answers.push(nameOf(await action.send()))
  }
  for (const [index, action] of sent.entries()) {
    if (random.next() < 0.3) await wait(random.below(6))
    const copies = random.next() < 0.5 ? [sent[random.below(index + 1)], sent[random.below(index + 1)]] : []
    await Promise.all([send(action), ...copies.map(send)])
  }
  return sent
}

/** The customer, in the same moment as the phones unless they are first. */
export interface Cancelling {
  call: Call
  isFirst: boolean
}

/** Both phones at once; in some rounds the customer cancels, now before one of them has started the clock, now after it. */
export async function comeBack(
  id: string,
  phones: readonly PhoneOfJob[],
  { random, cancelling }: { random: Random; cancelling: Cancelling | undefined },
): Promise<{ sent: Answered[]; cancelled: string | undefined }> {
  const cancel = async () => {
    if (!cancelling) return undefined
    if (!cancelling.isFirst) await wait(random.below(25))
    return nameOf(await cancelling.call(cancelBooking, { params: { id }, body: { feePence: 0 } }))
  }
  const cancellation = cancel()
  const comes = async (phone: PhoneOfJob) => {
    if (cancelling) await (cancelling.isFirst ? cancellation : wait(10))
    return sendAll(keep(id, phone, random), random)
  }
  const [cancelled, ...sent] = await Promise.all([cancellation, ...phones.map(comes)])
  return { sent: sent.flat(), cancelled }
}

const NAMED = ['200', '409 conflict', '409 job_changed']

/** What of one round is not as it has to be. */
export async function disagreements(
  app: TestApp,
  { id, customer }: { id: string; customer: Call },
  { sent, cancelled }: Awaited<ReturnType<typeof comeBack>>,
): Promise<string[]> {
  const entries = (await listEntries(app.ctx, [id])).get(id) ?? []
  const wrong = sent.flatMap(wrongAnswers)
  const done = sent.filter(({ answers }) => answers[0] === '200')
  const kept = sent.filter(({ answers }) => answers[0] === '409 job_changed')
  const same = (what: string, found: unknown, expected: unknown) => {
    if (JSON.stringify(found) !== JSON.stringify(expected))
      wrong.push(`${what}: ${JSON.stringify(found)}, should be ${JSON.stringify(expected)}`)
  }
  same('the customer’s answer', cancelled, cancelled && (kept.length > 0 ? '200' : '409 conflict'))
  if (kept.length > 0 && done.length > 0) wrong.push('it was done, and had changed before it could be')

  const keys = await app.ctx.db
    .selectFrom('bookings.day_action')
    .select('actionKey')
    .where('bookingId', '=', id)
    .execute()
  same(
    'keys',
    keys.map(({ actionKey }) => actionKey).toSorted(),
    [...done, ...kept].map((one) => one.actionKey).toSorted(),
  )
  const conflicts = entries.filter(({ isConflict }) => isConflict)
  same('conflicts', tally(conflicts.map(({ kind }) => kind)), tally(kept.map(({ kind }) => ENTRY_OF[kind])))
  const questions = await app.ctx.db
    .selectFrom('bookings.day_question')
    .select('kind')
    .where('bookingId', '=', id)
    .execute()
  same('questions', questions, kept.length > 0 ? [{ kind: 'conflict' }] : [])

  const counted = entries.filter(({ isConflict }) => !isConflict)
  wrong.push(...wrongTicks(counted, done))
  const day = await findDay(app.ctx, id)
  const { startAt } = await app.ctx.db
    .selectFrom('bookings.booking')
    .select('startAt')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const clock = clockOf(counted, startAt)
  if (typeof clock === 'string') wrong.push(clock)
  else for (const name of clockNames) same(`the clock’s ${name}`, day[name], clock[name])
  const notes = counted.flatMap(({ payload }) => (typeof payload?.['note'] === 'string' ? [payload['note']] : []))
  if (new Set(notes).size !== notes.length) wrong.push('a pause was written twice')

  const record = await must(customer(getDayRecord, { params: { id } }))
  const verdict = await must(app.call()(verifyRecord, { body: { record } }))
  same('the record', verdict, { isValid: true, entries: entries.length, bookingId: id, wrong: null })
  const times = entries.map(({ happenedAt }) => happenedAt.getTime())
  same(
    'the order of its times',
    times,
    times.toSorted((a, b) => a - b),
  )
  wrong.push(...(await wrongTrail(app, id, counted)))
  return wrong
}

/** An action is answered by name, and the same however often it is sent. */
function wrongAnswers({ kind, answers }: Answered): string[] {
  const wrong = answers.filter((answer) => !NAMED.includes(answer)).map((answer) => `${kind} was answered ${answer}`)
  if (new Set(answers).size > 1) wrong.push(`${kind} was answered ${answers.join(', ')}`)
  return wrong
}

const ENTRY_OF = { start: 'started', pause: 'paused', resume: 'resumed', finish: 'finished', loaded: 'loaded' } as const
const clockNames = Object.keys(NEW_CLOCK) as (keyof DayClock)[]

const tally = (kinds: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const kind of kinds.toSorted()) counts[kind] = (counts[kind] ?? 0) + 1
  return counts
}

type Entries = NonNullable<Awaited<ReturnType<typeof listEntries>> extends Map<string, infer Rows> ? Rows : never>

/** The clock by the record's entries alone; each of them must have changed it. */
function clockOf(entries: Entries, start: Date): DayClock | string {
  let clock = NEW_CLOCK
  for (const { seq, kind, payload, happenedAt } of entries) {
    const action = actionOf(kind, payload)
    if (!action) continue
    const next = advance(clock, action, happenedAt, start)
    if (next === 'already' || next === undefined) return `entry ${seq}, ${kind}, can’t have happened there`
    clock = next
  }
  return clock
}

function actionOf(kind: string, payload: Entries[number]['payload']): ClockAction | undefined {
  if (kind === 'paused') return { kind: 'pause', reason: payload?.['reason'] as PauseReason }
  if (kind === 'started') return { kind: 'start' }
  if (kind === 'resumed') return { kind: 'resume' }
  return kind === 'finished' ? { kind: 'finish' } : undefined
}

/** Of an item that one phone ticks, every tick is there once and in its order; of one that both tick, each changed it. */
function wrongTicks(entries: Entries, done: readonly Answered[]): string[] {
  const wrong: string[] = []
  const ticks = entries.filter(({ kind }) => kind === 'loaded').map(({ payload }) => payload)
  for (const item of new Set(done.flatMap((one) => one.item ?? []))) {
    const found = ticks.filter((payload) => payload?.['item'] === item).map((payload) => payload?.['loaded'])
    const asked = done.filter((one) => one.item === item).map(({ loaded }) => loaded)
    const expected = item === SHARED_ITEM ? found.map((_, index) => index % 2 === 0) : asked
    if (found.join() !== expected.join())
      wrong.push(`item ${item} was ticked ${found.join()}, should be ${expected.join()}`)
  }
  return wrong
}

/** State, trail, messages and the time held tell the same as the record. */
async function wrongTrail(app: TestApp, id: string, entries: Entries): Promise<string[]> {
  const wrong: string[] = []
  const [{ status, events }, mails, held] = await Promise.all([
    storedBooking(app, id),
    messagesAbout(app, id),
    heldTimes(app),
  ])
  const kinds = entries.map(({ kind }) => kind as string)
  const count = (list: readonly string[], ...names: string[]) => list.filter((one) => names.includes(one)).length
  const began = count(kinds, 'started')
  const told = mails.map(({ kind }) => kind)
  for (const [what, found, expected] of [
    ['started in the trail', count(events, 'started'), began],
    ['pauses in the trail', count(events, 'paused', 'waiting'), count(kinds, 'paused')],
    ['resumed in the trail', count(events, 'resumed'), count(kinds, 'resumed')],
    ['finished in the trail', count(events, 'finished'), count(kinds, 'finished')],
    ['messages of the start', count(told, 'day_started'), began],
    ['messages of the finish', count(told, 'day_finished'), count(kinds, 'finished')],
    ['beginnings and ends', count(kinds, 'started', 'finished'), status === 'completed' ? 2 : 0],
    ['times held', held.filter(({ bookingId }) => bookingId === id).length, status === 'completed' ? 1 : 0],
  ] as const)
    if (found !== expected) wrong.push(`${what}: ${found}, should be ${expected}`)
  if (status !== 'completed' && status !== 'canceled_by_customer') wrong.push(`it is ${status}`)
  return wrong
}
