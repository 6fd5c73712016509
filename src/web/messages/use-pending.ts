import { useRef, useState } from 'react'
import { useRevalidator } from 'react-router'
import { useClock } from '#web/kit/page/root-data.ts'
import { apiFetch } from '#web/kit/session/api-fetch.ts'
import { preparePhoto } from '#web/kit/upload/photo-files.ts'
import { reasonIn, sendFiles } from '#web/kit/upload/send-files.ts'
import type { Message } from './message-texts.ts'

/** A message on its way. Its key is made here, so that it is written once however often it is sent. */
export interface PendingMessage {
  key: string
  text: string
  photo: File | null
  /** Known once the photo is there. */
  photosId: string | null
  at: string
  state: 'sending' | 'failed'
  /** Why it was refused. */
  reason: string | null
  /** Of the message as it was written. */
  id: string | null
}

const NOT_SENT = 'Not sent. Check your connection.'

export function usePending(bookingId: string, written: readonly Message[]) {
  const [messages, setMessages] = useState<PendingMessage[]>([])
  const { revalidate } = useRevalidator()
  const clock = useClock()
  const queue = useRef<Promise<unknown>>(Promise.resolve())

  const change = (key: string, with_: Partial<PendingMessage>) =>
    setMessages((all) => all.map((one) => (one.key === key ? { ...one, ...with_ } : one)))

  const post = (message: PendingMessage) => {
    // One after the other, so that they arrive in order.
    queue.current = queue.current.then(async () => {
      const sent = await sendOne(bookingId, message)
      change(message.key, sent)
      if (sent.id) await revalidate()
      return sent
    })
  }

  const send = (text: string, photo: File | null) => {
    const key = crypto.randomUUID()
    const at = clock().toISOString()
    const message: PendingMessage = { key, text, photo, photosId: null, at, state: 'sending', reason: null, id: null }
    setMessages((all) => [...all, message])
    post(message)
  }

  const retry = (message: PendingMessage) => {
    change(message.key, { state: 'sending', reason: null })
    post(message)
  }

  const drop = (message: PendingMessage) => setMessages((all) => all.filter(({ key }) => key !== message.key))

  // What is in the thread by now is no longer on its way.
  return { messages: messages.filter(({ id }) => !written.some((one) => one.id === id)), send, retry, drop }
}

type Sent = Pick<PendingMessage, 'state' | 'reason' | 'id' | 'photosId'>

async function sendOne(bookingId: string, { key, text, photo, photosId }: PendingMessage): Promise<Sent> {
  const failed = (reason: string, kept: string | null): Sent => ({ state: 'failed', reason, id: null, photosId: kept })
  const uploaded = photo && !photosId ? await uploadPhoto(photo) : { id: photosId, reason: null }
  if (uploaded.reason) return failed(uploaded.reason, null)
  const body = JSON.stringify({ text, ...(uploaded.id ? { photos_id: uploaded.id } : {}) })
  const headers = { 'content-type': 'application/json', 'idempotency-key': key }
  const answer = await apiFetch(`/api/booking/${bookingId}/messages/`, { method: 'POST', headers, body }).catch(
    () => null,
  )
  const said: { id?: string; detail?: string } = (await answer?.json().catch(() => null)) ?? {}
  return answer?.ok && said.id
    ? { state: 'sending', reason: null, id: said.id, photosId: uploaded.id }
    : failed(said.detail ?? NOT_SENT, uploaded.id)
}

async function uploadPhoto(photo: File): Promise<{ id: string | null; reason: string | null }> {
  const prepared = await preparePhoto(photo)
  if (!prepared.ok) return { id: null, reason: prepared.reason }
  const form = new FormData()
  form.append('images', prepared.file, prepared.file.name)
  const answer = await sendFiles('/api/booking/images/', form, {})
  const { id } = (answer?.body ?? {}) as { id?: string }
  return answer?.status === 201 && id ? { id, reason: null } : { id: null, reason: reasonIn(answer?.body, NOT_SENT) }
}
