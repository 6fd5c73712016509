import { useState, useSyncExternalStore } from 'react'
import { warnOnConsole } from '#web/kit/browser-log.ts'
import { isMapApp, MAP_APPS, mapLinkOf, type MapApp } from './stops-view.ts'

const KEY = 'drive-with'

/** The map that this phone was last asked for; Google's first, which every phone opens. */
export function useMapApp(): [app: MapApp, choose: (app: MapApp) => void] {
  const [chosen, setChosen] = useState<MapApp | null>(null)
  const stored = useSyncExternalStore(never, readKept, () => 'google' as const)
  const choose = (app: MapApp) => {
    setChosen(app)
    try {
      localStorage.setItem(KEY, app)
    } catch (error) {
      warnOnConsole('Not remembered by this browser:', KEY, error)
    }
  }
  return [chosen ?? stored, choose]
}

/** A different window may go on with the map app that it has. */
const never = () => () => undefined

function readKept(): MapApp {
  try {
    const stored = localStorage.getItem(KEY) ?? ''
    return isMapApp(stored) ? stored : 'google'
  } catch {
    return 'google'
  }
}

interface DriveWithProps {
  where: string
  chosen: MapApp
  onChoose: (app: MapApp) => void
}

/** Addresses that open on every phone: the app if it is there, else its page. */
export function DriveWith({ where, chosen, onChoose }: DriveWithProps) {
  return (
    <p className="ways cells level g-2 mt-2">
      <span className="small muted">Drive with</span>
      {Object.entries(MAP_APPS).map(([app, name]) => (
        <a
          key={app}
          className="btn btn--small"
          href={mapLinkOf(app as MapApp, where)}
          target="_blank"
          rel="noreferrer"
          aria-current={app === chosen || undefined}
          onClick={() => onChoose(app as MapApp)}
        >
          {name}
        </a>
      ))}
    </p>
  )
}
