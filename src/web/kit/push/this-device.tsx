import { useEffect, useId, useState } from 'react'
import { PUSH_WORKER, readState, switchOff, switchOn, type DeviceState } from './device.ts'

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
