import { useSyncExternalStore } from 'react'
import { canPush } from './device.ts'

export type DeviceObstacle = 'blocked' | 'impossible'

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
export const useDeviceObstacle = (): DeviceObstacle | null =>
  useSyncExternalStore(watchPermission, readObstacle, () => null)
