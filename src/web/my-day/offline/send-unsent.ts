import { fieldsOf } from '#shared/fields-of.ts'
import { apiFetch } from '#web/kit/session/api-fetch.ts'
import { readAuthData } from '#web/kit/session/auth-data.ts'
import { deviceNow } from '#web/kit/page/root-data.ts'
import { reasonIn } from '#web/kit/upload/send-files.ts'
import { bodyOf, pathOf, undoLeftMs } from '../day-actions.ts'
import { claimUnsent, listUnsent, putUnsent, type Unsent } from './phone-store.ts'

/** One sender at a time, however many tabs are open: order is what this is about. */
export const sendUnsent = (ownerId: string): Promise<boolean> =>
  'locks' in navigator ? navigator.locks.request('day-outbox', () => sendAll(ownerId)) : sendAll(ownerId)

/** In the order in which it happened; stops where there is no answer, so that nothing overtakes. True if anything is settled that no page has read since. */
async function sendAll(ownerId: string): Promise<boolean> {
  let isAnySettled = false
  // What is due is shown as waiting, also behind one that gets no answer.
  for (const { number, sendAfter } of await listUnsent(ownerId))
    if (sendAfter !== undefined && undoLeftMs({ sendAfter }, deviceNow()) === 0) await claimUnsent(number)
  for (const unsent of await listUnsent(ownerId)) {
    if (unsent.refused !== undefined) continue
    if (unsent.isSent) {
      isAnySettled = true
      continue
    }
    if (undoLeftMs(unsent, deviceNow()) > 0) return isAnySettled
    if (!(await claimUnsent(unsent.number))) continue
    const outcome = await send(unsent)
    if (outcome.kind === 'later') return isAnySettled
    // Refused is settled too: it is shown until it has been read, and what follows is the server's to judge.
    const { sendAfter: _undoable, ...settled } = unsent
    await putUnsent(outcome.kind === 'done' ? { ...settled, isSent: true } : { ...settled, refused: outcome.reason })
    isAnySettled = true
  }
  return isAnySettled
}

export type Outcome = { kind: 'done' } | { kind: 'later' } | { kind: 'refused'; reason: string; code?: unknown }

async function send(unsent: Unsent): Promise<Outcome> {
  if (!navigator.onLine || !readAuthData().isAuthenticated) return { kind: 'later' }
  try {
    const files = unsent.files ?? (unsent.file ? [unsent.file] : [])
    if (files.length === 0) return await sendAct(unsent)
    const photos = await sendPhotos(unsent, files)
    if (typeof photos !== 'string') return photos
    const outcome = await sendAct({ ...unsent, photosId: photos })
    if (outcome.kind !== 'refused' || outcome.code !== 'upload_gone') return outcome
    // It waited so long that the server has cleared it away: sent once more.
    const { photosId: _gone, ...again } = unsent
    await putUnsent(again)
    return { kind: 'later' }
  } catch {
    return { kind: 'later' }
  }
}

/** The name is written down before it is used, so that an action sent twice says the same both times. */
async function sendPhotos(unsent: Unsent, files: readonly File[]): Promise<string | Outcome> {
  if (unsent.photosId) return unsent.photosId
  const form = new FormData()
  for (const file of files) form.append('images', file, file.name)
  const answer = await apiFetch('/api/booking/images/', { method: 'POST', body: form })
  const body: unknown = await answer.json().catch(() => null)
  const { id } = fieldsOf(body)
  if (!answer.ok || typeof id !== 'string') return outcomeOf(answer.ok ? 503 : answer.status, body)
  await putUnsent({ ...unsent, photosId: id })
  return id
}

async function sendAct(unsent: Unsent): Promise<Outcome> {
  const answer = await apiFetch(pathOf(unsent), {
    method: 'POST',
    // Of what has no key in its body.
    headers: { 'content-type': 'application/json', 'idempotency-key': unsent.key },
    body: JSON.stringify(bodyOf(unsent)),
  })
  return outcomeOf(answer.status, answer.ok ? null : await answer.json().catch(() => null))
}

/** A busy server and a session that has ended are no answers to what was done: they are tried again. */
export function outcomeOf(status: number, body: unknown): Outcome {
  if (status >= 200 && status < 300) return { kind: 'done' }
  if (status >= 500 || [401, 408, 425, 429].includes(status)) return { kind: 'later' }
  return { kind: 'refused', reason: reasonIn(body, 'It wasn’t accepted.'), code: fieldsOf(body)['code'] }
}
