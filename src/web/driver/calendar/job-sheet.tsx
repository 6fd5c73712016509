import { ArrowLeft, Printer } from 'lucide-react'
import { getJobSheet } from '#modules/bookings/lists/contract.ts'
import { referenceOf } from '#modules/bookings/rules.ts'
import { CREW_SIZE, HELP_LEVEL_LABELS, isStairs, stairsLabel } from '#modules/fleet/rules.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { formatMiles } from '#shared/distance.ts'
import { formatDuration, minutesOfTimeString } from '#shared/duration.ts'
import { formatDayTime } from '#shared/local-time.ts'
import { formatPence } from '#shared/money.ts'
import { readablePhone } from '#shared/phone.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { figureName } from '#web/kit/bookings/booking-texts.ts'
import { useRootData } from '#web/kit/page/root-data.ts'
import { namedBy, needAnyDriver } from '#web/kit/session/gate.server.ts'
import { UnitLink } from '#web/kit/units/unit-link.tsx'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/badge.tsx'
import { pinOf } from '#web/ui/route-line.tsx'
import type { Route } from './+types/job-sheet'
import './job-sheet.css'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Job sheet' })

type Sheet = AnswerOf<typeof getJobSheet>
type Job = Sheet['job']

/** Kinds of items that fit beside the stops; a longer list goes below them, in columns. */
const ROWS_BESIDE_STOPS = 12

export async function loader({ context, params }: Route.LoaderArgs): Promise<Sheet> {
  return namedBy(await needAnyDriver(context).call(getJobSheet, { params }))
}

/** One page for the dashboard, to write on. */
export default function JobSheet({ loaderData: sheet }: Route.ComponentProps) {
  const { job, registration } = sheet
  const phone = useRootData()?.config.phone
  const reference = referenceOf(job.id)
  return (
    <main id="main" className="sheet">
      <div className="sheet__bar flex apart level shrink">
        <UnitLink className="link-btn" to="/my-bookings/confirmed-bookings">
          <Icon of={ArrowLeft} />
          Confirmed bookings
        </UnitLink>
        <Button size="small" icon={Printer} onClick={() => window.print()}>
          Print
        </Button>
      </div>
      <article className="a4 flex column figures-even break shrink" aria-label="Job sheet">
        <header className="a4__head flex items-start apart">
          <b className="a4logo heavy lh-1">Vanfare</b>
          <div className="a4__title right">
            <h1>{formatDayTime(new Date(job.startAt))}</h1>
            <p>
              Job sheet {reference}, {timeText(job.totalTime)}, {registration}, {crewText(sheet)}
            </p>
          </div>
        </header>
        <div className={job.items.length > ROWS_BESIDE_STOPS ? 'a4job is-long' : 'a4job'}>
          <Stops job={job} />
          <Items job={job} />
        </div>
        <div className="a4__two cells cols-2">
          <Times sheet={sheet} />
          <Money sheet={sheet} />
        </div>
        {job.customerNote ? (
          <section className="a4__note as-typed">
            <h2>From the customer</h2>
            <p>{job.customerNote}</p>
          </section>
        ) : null}
        <div className="a4__two cells cols-2 a4__sign">
          <p>
            Hours worked ____________
            <br />
            <br />
            Customer ______________________
          </p>
          <p>
            Paused from ______ to ______ because
            <br />
            <br />
            _______________________________
          </p>
        </div>
        <footer className="a4__foot flex apart">
          <span>Job sheet {reference}</span>
          <span>{phone ? `Office ${readablePhone(phone)}, day and night` : ''}</span>
        </footer>
      </article>
    </main>
  )
}

const timeText = (time: string): string => formatDuration(minutesOfTimeString(time))

const crewText = ({ crew, job }: Sheet): string =>
  crew.length > 0 ? crew.join(' and ') : `${CREW_SIZE[job.manPower]} on board, ${HELP_LEVEL_LABELS[job.manPower]}`

const Stops = ({ job }: { job: Job }) => (
  <section>
    <h2>Stops</h2>
    <ol className="a4route">
      {job.routePoints.map((point, index) => {
        const number = point.contactNumber ?? job.customer?.phone
        const isLast = index === job.routePoints.length - 1
        return (
          <li key={point.number}>
            <span className="cells mid-both heavy lh-1">{pinOf(index, job.routePoints.length)}</span>
            <div>
              <b>{[point.flatAndHouse, point.address ?? point.place, point.postcode].filter(Boolean).join(', ')}</b>
              <p>{isStairs(point.stairs) ? stairsLabel(point.stairs) : ''}</p>
              <p>
                {point.contactName ?? job.customer?.firstName}
                {number ? (
                  <>
                    , <b>{readablePhone(number)}</b>
                  </>
                ) : null}
              </p>
              <p className="a4time one-line">Arrived ______ {isLast ? 'Finished' : 'Left'} ______</p>
            </div>
          </li>
        )
      })}
    </ol>
  </section>
)

const Items = ({ job: { items, load } }: { job: Job }) => (
  <section>
    <h2>
      Items, {load.pieces}, {Number(load.volumeM3.toFixed(1))} m³
    </h2>
    <ul className="a4ticks">
      {items.map(({ name, amount, needAssembling, needDisassembling }) => (
        <li key={name}>
          {amount} {name} <b>{furnitureText(needDisassembling, needAssembling)}</b>
        </li>
      ))}
      <li className="a4ticks__free">Added, agreed in the app:</li>
    </ul>
  </section>
)

const furnitureText = (isApart: boolean, isRebuilt: boolean): string =>
  [isApart ? 'apart' : '', isRebuilt ? 'rebuild' : ''].filter(Boolean).join(', ')

function Times({ sheet: { job, times } }: { sheet: Sheet }) {
  const furnitureMinutes = minutesOfTimeString(times.assemblingTime) + minutesOfTimeString(times.disassemblingTime)
  const rows = [
    ['Loading and unloading', minutesOfTimeString(times.loadUnloadTime)],
    ['Stairs', minutesOfTimeString(times.stairsTime)],
    ['Taking apart and putting together', furnitureMinutes],
    ['Stops', minutesOfTimeString(times.stopsTime)],
    [`Driving, ${formatMiles(job)}`, minutesOfTimeString(times.travelTime)],
    ['Breaks', minutesOfTimeString(job.breaksTime)],
  ] as const
  return (
    <section>
      <h2>Time{job.trips > 1 ? `, ${job.trips} trips` : ''}</h2>
      <dl className="a4__calc">
        {rows.map(([name, minutes]) =>
          minutes > 0 ? (
            <div key={name}>
              <dt>{name}</dt>
              <dd>{formatDuration(minutes)}</dd>
            </div>
          ) : null,
        )}
        <div className="is-all">
          <dt>In all</dt>
          <dd>{timeText(job.totalTime)}</dd>
        </div>
      </dl>
    </section>
  )
}

/** A hired driver sees only what to take. */
function Money({ sheet: { job, ceilingPence, waiting } }: { sheet: Sheet }) {
  const way = job.isByTransfer ? 'by transfer to your bank' : job.paymentMethod === 'card' ? 'by card' : 'in cash'
  return (
    <section>
      <h2>Money</h2>
      <dl className="a4__calc">
        {job.totalPence === null ? null : (
          <div>
            <dt>
              {figureName(job)}, {way}
            </dt>
            <dd>{formatPence(job.totalPence)}</dd>
          </div>
        )}
        {ceilingPence === null ? null : (
          <div>
            <dt>Ceiling</dt>
            <dd>{formatPence(ceilingPence)}</dd>
          </div>
        )}
        {waiting && waiting.waitingPencePerHalfHour > 0 ? (
          <div>
            <dt>Waiting after {waiting.freeWaitingMinutes} free minutes</dt>
            <dd>{formatPence(waiting.waitingPencePerHalfHour)} per 30 min</dd>
          </div>
        ) : null}
        <div className="is-all">
          <dt>Cash to collect</dt>
          <dd>{formatPence(job.cashToTakePence ?? 0)}</dd>
        </div>
      </dl>
      <p className="a4__small">Nothing is added unless the customer agrees in the app.</p>
    </section>
  )
}
