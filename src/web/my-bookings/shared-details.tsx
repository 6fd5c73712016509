import { CREW_SIZE, HELP_LEVEL_LABELS, isStairs, stairsLabel, VAN_NAMES } from '#modules/fleet/rules.ts'
import { formatMiles } from '#shared/distance.ts'
import { timeAndTrips, tripsText } from '#web/kit/bookings/trip-words.ts'
import { itemsText } from '#web/kit/bookings/load.ts'
import { Disclosure } from '#web/ui/disclosure.tsx'
import { RouteRead } from '#web/ui/route-line.tsx'
import { CompanyMark, Plate } from '#web/ui/sign.tsx'
import { Person, Van } from '#web/ui/van.tsx'
import { dayTimeOf, piecesOf, timeNotes, type SharedBooking } from './booking-view.ts'

/** The driver and what was booked; towns and outward codes only. */
export function SharedDetails({ booking }: { booking: SharedBooking }) {
  return (
    <>
      {booking.company ? <Driver booking={booking} /> : null}
      <Move booking={booking} />
    </>
  )
}

function Driver({ booking: { company, workingUnit } }: { booking: SharedBooking }) {
  if (!company) return null
  return (
    <section className="card chosen" aria-label="Your driver">
      <CompanyMark {...company} />
      <div>
        <h2 className="quote__name">{company.name}</h2>
        {workingUnit ? (
          <div className="meta">
            <span>
              {workingUnit.van.make} {workingUnit.van.model}
            </span>
          </div>
        ) : null}
      </div>
      {workingUnit ? (
        <div>
          <Plate registration={workingUnit.van.registration} big />
        </div>
      ) : null}
    </section>
  )
}

function Move({ booking }: { booking: SharedBooking }) {
  const pieces = piecesOf(booking)
  return (
    <section className="card" aria-labelledby="move">
      <h2 className="h3" id="move">
        Your move
      </h2>
      <p className="muted num">
        {dayTimeOf(booking.startAt)}, {timeAndTrips(booking)}, {formatMiles(booking)}
      </p>
      <TimeNotes booking={booking} />
      <div className="moved">
        <RouteRead
          points={booking.routePoints.map(({ place, outcode, stairs }) => ({
            name: `${place} ${outcode}`,
            detail: isStairs(stairs) ? stairsLabel(stairs) : undefined,
          }))}
        />
        <div>
          <div className="kerb m-22">
            <Van category={booking.vanCategory} isNamed />
            {Array.from({ length: CREW_SIZE[booking.manPower] }, (_, index) => (
              <Person key={index} />
            ))}
          </div>
          <p className="small mt-3">
            <b>
              {pieces > 0 ? `${itemsText(pieces)} in a ` : ''}
              {VAN_NAMES[booking.vanCategory]}
              {booking.trips > 1 ? `, ${tripsText(booking.trips)}` : ''}
            </b>
            <br />
            <span className="muted">
              {HELP_LEVEL_LABELS[booking.manPower]}
              {booking.needTailLift ? ', with tail-lift' : ''}
            </span>
          </p>
        </div>
      </div>
      {pieces > 0 ? <Items booking={booking} /> : null}
    </section>
  )
}

/** What the time does not say by itself. */
function TimeNotes({ booking }: { booking: SharedBooking }) {
  const notes = timeNotes(booking)
  if (notes.length === 0) return null
  return (
    <ul className="small muted plain mt-1">
      {notes.map((note) => (
        <li key={note}>{note}</li>
      ))}
    </ul>
  )
}

const Items = ({ booking }: { booking: SharedBooking }) => (
  <Disclosure summary={itemsText(piecesOf(booking))} className="mt-3">
    <ul className="divide mt-2 plain">
      {booking.items.map(({ name, amount, needAssembling, needDisassembling }) => (
        <li key={name} className="list-row">
          <span>
            {name}
            {needDisassembling ? ', taken apart' : ''}
            {needAssembling ? ', put together' : ''}
          </span>
          <b>{amount}</b>
        </li>
      ))}
    </ul>
  </Disclosure>
)
