import { useSyncExternalStore } from 'react'
import { CHANNELS, type Channel } from '#modules/notifications/rules.ts'
import { textsIn } from '#web/kit/forms/form-text.ts'
import { canPush } from './device.tsx'

/** An event that somebody is told of, as the API answers it. */
export interface NoticeSetting extends Record<Channel, boolean> {
  event: string
  label: string
  /** Channels that cannot be switched off. */
  always: readonly Channel[]
}

const NAMES: Record<Channel, string> = { email: 'email', sms: 'text', push: 'device' }

const OBSTACLES: Record<DeviceObstacle, string> = { blocked: 'Blocked here', impossible: 'Not on this one' }

/**
 * A row for each event with a box for each channel; `noticesIn` reads the form around it. A browser that shows no messages has its boxes
 * off, and what was chosen for other devices stays.
 */
export function NoticeTable({ settings }: { settings: readonly NoticeSetting[] }) {
  const obstacle = useDeviceObstacle()
  return (
    <table className="tell table">
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">Email</th>
          <th scope="col">Text</th>
          <th scope="col">
            Device
            {obstacle ? <small className="block-box t-xs muted">{OBSTACLES[obstacle]}</small> : null}
          </th>
        </tr>
      </thead>
      <tbody>
        {settings.map((setting) => (
          <Row key={setting.event} setting={setting} obstacle={obstacle} />
        ))}
      </tbody>
    </table>
  )
}

function Row({ setting, obstacle }: { setting: NoticeSetting; obstacle: DeviceObstacle | null }) {
  const { event, label, always } = setting
  return (
    <tr>
      <th scope="row">
        {label}
        {always.length > 0 ? <small className="block-box t-xs muted">Always by email</small> : null}
        <input type="hidden" name="event" value={event} />
      </th>
      {CHANNELS.map((channel) => {
        const isAlways = always.includes(channel)
        const isOff = channel === 'push' && obstacle !== null
        const isFixed = isAlways || isOff
        return (
          <td key={channel}>
            <label className="ticked cells mid-both tall-control">
              <span className="vh">{`${label}, ${NAMES[channel]}`}</span>
              <input
                key={isOff ? 'off' : 'own'}
                type="checkbox"
                name={isFixed ? undefined : `${event}.${channel}`}
                defaultChecked={setting[channel] && !isOff}
                disabled={isFixed}
              />
            </label>
            {isAlways || (isOff && setting[channel]) ? (
              <input type="hidden" name={`${event}.${channel}`} value="on" />
            ) : null}
          </td>
        )
      })}
    </tr>
  )
}

type DeviceObstacle = 'blocked' | 'impossible'

const readObstacle = (): DeviceObstacle | null => {
  if (!canPush()) return 'impossible'
  return Notification.permission === 'denied' ? 'blocked' : null
}

/** Calls back each time the browser's owner changes what messages are allowed. */
function watchPermission(onChange: () => void): () => void {
  const stopped = new AbortController()
  const status = 'permissions' in navigator ? navigator.permissions.query({ name: 'notifications' }) : null
  status?.then(
    (permission) => permission.addEventListener('change', onChange, { signal: stopped.signal }),
    () => undefined,
  )
  return () => stopped.abort()
}

/** Why this browser shows no messages whatever is chosen; null if it can, and on the server. */
const useDeviceObstacle = (): DeviceObstacle | null => useSyncExternalStore(watchPermission, readObstacle, () => null)

/** The choices of a `NoticeTable`. Unticked boxes are not sent, so every event that was on the page is listed. */
export function noticesIn<Event extends string>(form: FormData, events: readonly Event[]) {
  const shown = new Set(textsIn(form, 'event'))
  return events
    .filter((event) => shown.has(event))
    .map((event) => ({
      event,
      email: form.has(`${event}.email`),
      sms: form.has(`${event}.sms`),
      push: form.has(`${event}.push`),
    }))
}
