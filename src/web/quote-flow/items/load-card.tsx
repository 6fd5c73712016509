import { numberText } from '#shared/texts.ts'
import { Check, ChevronUp, Repeat, TriangleAlert } from 'lucide-react'
import { Suspense, useState, type ReactNode } from 'react'
import { Link } from 'react-router'
import { VAN_DETAILS } from '#modules/fleet/data.ts'
import type { Load } from '#modules/items/rules.ts'
import { tripsByVolume } from '#modules/quoting/load/rules.ts'
import { Badge, Icon } from '#web/ui/badge.tsx'
import { Disclosure } from '#web/ui/banner.tsx'
import { lightDismiss } from '#web/ui/focus.ts'
import { LoadMeter, Van } from '#web/ui/van.tsx'
import { useFlow } from '../flow-context.tsx'
import {
  drawnLoad,
  fitText,
  itemsText,
  loadOfOrder,
  roomText,
  severalText,
  type VanFit,
} from '#web/kit/bookings/load.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'

/** Fetched once it is opened. */
const List = lazyPart(async () => (await import('./load-list.tsx')).LoadList)
const ListedItems = () => (
  <Suspense fallback={<p className="mt-2">One moment…</p>}>
    <List />
  </Suspense>
)

/** The chosen van with the load in it, its two meters and the list; beside the form from 992 px. */
export function LoadCard({ changeTo, children }: { changeTo?: string; children: ReactNode }) {
  const { order } = useFlow()
  const orderLoad = loadOfOrder(order)
  const { load, van, fit } = orderLoad
  const several = severalText(orderLoad)
  return (
    <aside className="split__side phone-hide" aria-label="Your load">
      <div className="card load cells g-4">
        <div className="row row--apart">
          <h2 className="h3">{several || (van ? VAN_DETAILS[van].name : 'Your load')}</h2>
          {changeTo ? (
            <Link className="link-btn" to={changeTo}>
              Change
            </Link>
          ) : several ? null : (
            <FitBadge fit={fit} load={load} />
          )}
        </div>
        <div className="kerb mid-x pt-2">
          <Van category={van ?? 'large_van'} load={fit && load.pieces > 0 ? drawnLoad(fit) : 0} />
          {several ? <Van category={van ?? 'luton_van'} load={1} /> : null}
        </div>
        {changeTo && fit && fit.trips !== 1 && !several ? (
          <div>
            <FitBadge fit={fit} load={load} />
          </div>
        ) : null}
        {fit ? <Meters fit={fit} load={load} /> : <NothingYet />}
        {load.pieces > 0 ? <LoadList /> : null}
        {children}
      </div>
    </aside>
  )
}

function FitBadge({ fit, load }: { fit: VanFit | null; load: Load }) {
  if (!fit || load.pieces === 0) return null
  return fit.trips === 1 ? (
    <Badge tone="green-soft" icon={Check}>
      It all fits
    </Badge>
  ) : (
    <Badge tone="orange" icon={fit.trips === undefined ? TriangleAlert : Repeat}>
      {fitText(fit, load)}
    </Badge>
  )
}

/** Each meter counts its own loads; the higher count is the number of trips. */
function Meters({ fit, load }: { fit: VanFit; load: Load }) {
  return (
    <>
      <LoadMeter
        name="Room"
        used={roomText(load)}
        of={`${VAN_DETAILS[fit.category].volumeM3} m³`}
        load={fit.room}
        loads={fit.trips && tripsByVolume(load, fit.category)}
      />
      <LoadMeter
        name="Weight"
        used={numberText(load.weightKg)}
        of={`${fit.isUsual ? '' : 'up to '}${numberText(fit.carriedKg)} kg`}
        load={fit.weight}
        loads={fit.trips && Math.max(1, Math.ceil(fit.weight))}
      />
    </>
  )
}

const NothingYet = () => <p className="muted">Nothing in the van yet. Add the big things first. Boxes can wait.</p>

function LoadList() {
  const { order } = useFlow()
  const [isOpened, setOpened] = useState(false)
  const { load } = loadOfOrder(order)
  return (
    <Disclosure summary={itemsText(load.pieces)} onOpen={() => setOpened(true)}>
      {isOpened ? <ListedItems /> : null}
    </Disclosure>
  )
}

/** Over the bar, above which it rises: the list as a sheet. */
function ListSheet({ pieces }: { pieces: number }) {
  const [isOpened, setOpened] = useState(false)
  return (
    <details className="list-sheet" ref={lightDismiss} onToggle={() => setOpened(true)}>
      <summary className="link-btn">
        {itemsText(pieces)}
        <Icon of={ChevronUp} />
      </summary>
      <section className="list-sheet__over afloat bg-surface line-top ink" aria-label="Your list">
        <h2 className="h3">Your list</h2>
        {isOpened ? <ListedItems /> : null}
      </section>
    </details>
  )
}

interface LoadBarProps {
  changes?: boolean
  /** How long taking apart and putting together takes, where that is what the page is about. */
  furniture?: string
  children: ReactNode
}

/** The same in the bar at the foot of a phone; where the list `changes`, it opens from there. */
export function LoadBar({ changes, furniture = '', children }: LoadBarProps) {
  const { order } = useFlow()
  const orderLoad = loadOfOrder(order)
  const { load, van, fit } = orderLoad
  return (
    <div className="actions actions--phone">
      <div className="m-15">
        <Van category={van ?? 'large_van'} load={fit && load.pieces > 0 ? drawnLoad(fit) : 0} />
      </div>
      <div className="actions__sum shrink t-sm lh-125 muted">
        <b className="block-box t-lg ink figures-even one-line">
          {furniture ||
            severalText(orderLoad) ||
            (van ? (load.pieces > 0 && fit ? fitText(fit, load) : VAN_DETAILS[van].name) : 'Empty')}
        </b>
        {load.pieces > 0 && changes ? (
          <ListSheet pieces={load.pieces} />
        ) : furniture ? (
          'furniture help'
        ) : (
          itemsText(load.pieces)
        )}
      </div>
      {children}
    </div>
  )
}
