import { Clock, MessageSquare, Navigation, Phone } from 'lucide-react'
import { useState, useSyncExternalStore } from 'react'
import { formatMiles } from '#shared/distance.ts'
import { readablePhone } from '#shared/phone.ts'
import { warnOnConsole } from '#web/kit/browser-log.ts'
import { timeText, arrivedAt } from '#web/kit/day/clock-view.ts'
import { Icon } from '#web/ui/badge.tsx'
import { classNames } from '#web/ui/class-names.ts'
import type { Job } from '../day-state.ts'
import { MAP_APPS, mapLinkOf, nextStop, stopNow, stopsOf, type Stop, isMapApp, type MapApp } from './stops-view.ts'
import '#web/ui/trail.css'

interface KeysProps {
  job: Job
  /** Reports a delay; null once that is no longer possible. */
  onLate: (() => void) | null
}

const KEY = 'drive-with'

/** The map that this phone was last asked for; Google's first, which every phone opens. */
function useMapApp(): [app: MapApp, choose: (app: MapApp) => void] {
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
function DriveWith({ where, chosen, onChoose }: DriveWithProps) {
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

/** Four keys for the thumb: whom to reach, and the road. */
export function QuickKeys({ job, onLate }: KeysProps) {
  const next = nextStop(job) ?? stopNow(job)
  const phone = next?.contact?.phone ?? job.customer?.phone
  const name = next?.contact?.phone ? next.contact.name : (job.customer?.firstName ?? 'the customer')
  const [app, chooseApp] = useMapApp()
  return (
    <>
      <nav className="quick cells flow-col g-2" aria-label="The customer and the road">
        {phone ? (
          <a href={`tel:${phone}`}>
            <Icon of={Phone} />
            Call
            <span className="vh"> {name}</span>
          </a>
        ) : null}
        <a href={`/messages/${job.id}`}>
          <Icon of={MessageSquare} />
          Message
        </a>
        {next ? (
          <a href={mapLinkOf(app, next.where)} target="_blank" rel="noreferrer">
            <Icon of={Navigation} />
            Drive
            <span className="vh"> with {MAP_APPS[app]}</span>
          </a>
        ) : null}
        {onLate ? (
          <button className="pressable" type="button" aria-haspopup="dialog" onClick={onLate}>
            <Icon of={Clock} />
            Late
          </button>
        ) : null}
      </nav>
      {next ? <DriveWith where={next.where} chosen={app} onChoose={chooseApp} /> : null}
    </>
  )
}

/** Every stop with its address, its stairs and whom to ask for. */
export function Stops({ job }: { job: Job }) {
  const stops = stopsOf(job)
  return (
    <section className="card" aria-labelledby="stops">
      <div className="card__head">
        <h2 className="h3" id="stops">
          Stops
        </h2>
        <span className="small muted num">{formatMiles(job)}</span>
      </div>
      <ol className="trail mt-3">
        {stops.map((stop) => (
          <Reached key={stop.number} stop={stop} job={job} />
        ))}
      </ol>
    </section>
  )
}

/** One stop, with when the van came to it. */
function Reached({ stop, job }: { stop: Stop; job: Job }) {
  const at = arrivedAt(job.day, stop.number)
  const isNow = stopNow(job)?.number === stop.number
  return (
    <li className={classNames('wired', isNow ? 'is-now' : at && 'is-done')}>
      <span className="trail__pin" aria-hidden="true">
        {stop.pin}
      </span>
      <div className="long">
        <b>
          <span>{stop.street}</span>
          {at ? <time dateTime={at}>Here {timeText(at)}</time> : null}
        </b>
        <div className="small muted">
          {stop.detail}
          {stop.contact ? <Contact contact={stop.contact} /> : null}
        </div>
      </div>
    </li>
  )
}

const Contact = ({ contact: { name, phone } }: { contact: NonNullable<Stop['contact']> }) => (
  <span className="block-box">
    Ask for {name}
    {phone ? (
      <>
        {', '}
        <a className="tap num" href={`tel:${phone}`}>
          {readablePhone(phone)}
        </a>
      </>
    ) : null}
  </span>
)
