import { Eye } from 'lucide-react'
import { Link } from 'react-router'
import { filterAddress } from '#web/kit/office/filters.ts'
import { Icon } from '#web/ui/icon.tsx'
import { ListPages } from '#web/ui/list-pages.tsx'
import { Plate } from '#web/ui/sign.tsx'
import { deskAddress, filtersOf, type DeskPlace } from './desk-address.ts'
import { ageText, isLate, waitingText } from './verification-texts.ts'
import type { Queue } from './verifications.tsx'

interface QueueListProps {
  queue: Queue
  place: DeskPlace
  chosenId: string | undefined
  now: Date
}

/** Units that wait, the one that has waited longest first. */
export function QueueList({ queue, place, chosenId, now }: QueueListProps) {
  return (
    <nav aria-label="Waiting units">
      <ul className="queue">
        {queue.results.map((one) => (
          <li key={one.workingUnit.id}>
            <Link
              to={deskAddress(place, one.workingUnit.id)}
              aria-current={one.workingUnit.id === chosenId ? 'page' : undefined}
              preventScrollReset
            >
              <b>{one.company.name}</b>
              {one.registration ? <Plate registration={one.registration} front /> : <span>{one.workingUnit.name}</span>}
              <span className={isLate(one.waitingSince, now) ? 'queue__age is-late' : 'queue__age'}>
                {ageText(one.waitingSince, now)}
              </span>
              <span className="queue__what muted">{waitingText(one.waiting, one.isRenewal, one.doVanFactsWait)}</span>
              {one.looking.length > 0 ? (
                <span className="queue__what">
                  <Icon of={Eye} /> {one.looking.join(', ')}
                </span>
              ) : null}
            </Link>
          </li>
        ))}
      </ul>
      <ListPages
        label="Pages of units"
        page={place.page}
        isBehind={place.cursor !== null}
        keeps={filterAddress(filtersOf(), place.values)}
        {...queue}
      />
    </nav>
  )
}
