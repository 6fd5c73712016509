// This browser's subscription to messages (Push API), and what the server knows of it.
import { useEffect, useId, useState } from 'react'
import { apiFetch } from '#web/kit/session/api-fetch.ts'

/** `impossible`: no Push API here; `blocked`: its owner said no to the browser. */
export type DeviceState = 'asking' | 'on' | 'off' | 'blocked' | 'impossible' | 'failed'

/** With a place of its own, beside the worker that opens the driver's day. */
export const PUSH_WORKER = { file: '/push-worker.js', scope: '/push/' }

const PATH = '/api/users/push-devices/'

export const canPush = (): boolean =>
  'serviceWorker' in navigator && 'PushManager' in globalThis && 'Notification' in globalThis

interface Known {
  public_key: string
  is_on: boolean
}

async function ask(init: RequestInit = {}): Promise<Known | null> {
  const answer = await apiFetch(PATH, init).catch(() => null)
  return answer?.ok ? ((await answer.json()) as Known) : null
}

export async function readState(): Promise<DeviceState> {
  if (!canPush()) return 'impossible'
  if (Notification.permission === 'denied') return 'blocked'
  const known = await ask()
  const registration = await navigator.serviceWorker.getRegistration(PUSH_WORKER.scope)
  const subscription = await registration?.pushManager.getSubscription()
  return known?.is_on && subscription ? 'on' : 'off'
}

/** Asks the browser's owner, then the push service, then us. */
export async function switchOn({ file, scope }: typeof PUSH_WORKER): Promise<DeviceState> {
  if ((await Notification.requestPermission()) !== 'granted') return 'blocked'
  try {
    const known = await ask()
    if (!known) return 'failed'
    const registration = await navigator.serviceWorker.register(trusted(file), { scope })
    await isActive(registration)
    const options = { userVisibleOnly: true, applicationServerKey: known.public_key }
    // One for another key, after it was changed, takes nothing more from us.
    const old = await registration.pushManager.getSubscription()
    await old?.unsubscribe()
    const subscription = await registration.pushManager.subscribe(options)
    const { endpoint, keys } = subscription.toJSON()
    const headers = { 'content-type': 'application/json' }
    const added = await ask({ method: 'POST', headers, body: JSON.stringify({ endpoint, keys }) })
    return added?.is_on ? 'on' : 'failed'
  } catch {
    return 'failed'
  }
}

export async function switchOff({ scope }: typeof PUSH_WORKER): Promise<DeviceState> {
  const removed = await ask({ method: 'DELETE' })
  const registration = await navigator.serviceWorker.getRegistration(scope)
  const subscription = await registration?.pushManager.getSubscription()
  await subscription?.unsubscribe().catch(() => false)
  return removed ? 'off' : 'failed'
}

/** It controls no page, so `ready` would wait for another one. */
function isActive(registration: ServiceWorkerRegistration): Promise<void> {
  const worker = registration.installing ?? registration.waiting
  if (registration.active || !worker) return Promise.resolve()
  return new Promise((resolve) => {
    worker.addEventListener('statechange', () => {
      if (worker.state === 'activated') resolve()
    })
  })
}

interface TrustedTypes {
  createPolicy(
    name: string,
    rules: { createScriptURL: (url: string) => string },
  ): { createScriptURL(url: string): string }
}

let policy: ReturnType<TrustedTypes['createPolicy']> | undefined

/** Our policy lets no plain text name a script. */
function trusted(file: string): string {
  const types = (globalThis as { trustedTypes?: TrustedTypes }).trustedTypes
  policy ??= types?.createPolicy('push-worker', { createScriptURL: () => PUSH_WORKER.file })
  return policy?.createScriptURL(file) ?? file
}

const TEXTS: Record<DeviceState, string> = {
  asking: 'One moment.',
  off: 'Shown even when Vanfare isn’t open. They stop when you log out.',
  on: 'Shown even when Vanfare isn’t open. They stop when you log out.',
  blocked:
    'This browser blocks messages from Vanfare. Allow them in its settings for this site. Your other devices still show what you choose.',
  impossible:
    'This browser can’t show messages. On an iPhone, add Vanfare to the home screen first. Your other devices still show what you choose.',
  failed: 'That didn’t work. Try again.',
}

/** Whether this browser shows messages. It needs script, and says nothing without it. */
export function ThisDevice() {
  const [state, setState] = useState<DeviceState | null>(null)
  const hint = useId()
  useEffect(() => {
    void readState().then(setState)
  }, [])
  if (state === null) return null
  const change = async (isOn: boolean) => {
    setState('asking')
    setState(await (isOn ? switchOn(PUSH_WORKER) : switchOff(PUSH_WORKER)))
  }
  const isFixed = state === 'asking' || state === 'blocked' || state === 'impossible'
  return (
    <div className="field">
      <label className="check">
        <input
          type="checkbox"
          checked={state === 'on'}
          disabled={isFixed}
          aria-describedby={hint}
          onChange={({ currentTarget }) => void change(currentTarget.checked)}
        />
        <span>On this device</span>
      </label>
      <output className="small muted" id={hint}>
        {TEXTS[state]}
      </output>
    </div>
  )
}
