import { isConfirmed, isFinished, isUnderWay } from '#modules/bookings/rules.ts'
import { Clock } from 'lucide-react'
import { localDayOf } from '#shared/local-time.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { dayOf, dayTimeOf } from '../booking-view.ts'
import { cashTitle, headlineOf } from '../day/day-texts.ts'
import type { SlotProps } from './booking-answers.ts'

/** The moving day in short: its clock, a new time, hours to confirm. Its own page has all of it. */
export function DaySlot(props: SlotProps) {
  const { booking, day, now } = props
  const { status } = booking
  const isOn = isUnderWay(status) || (isConfirmed(status) && dayOf(booking.startAt) === localDayOf(now))
  if (!isOn && !isFinished(status)) return null
  const asksHours = day?.allowedActions.includes('confirm_hours') ?? false
  return (
    <section className="card" aria-labelledby="the-day">
      <h2 className="h3" id="the-day">
        {asksHours ? 'Hours to confirm' : 'The day'}
      </h2>
      <p className="num">{textOf(props)}</p>
      {day?.cash ? <p className="num">{cashTitle(day.cash)}.</p> : null}
      <ButtonLink
        className="mt-3"
        look={(asksHours || isOn) && !day?.mayCancelFree ? 'primary' : 'plain'}
        icon={Clock}
        to={`/booking/${booking.hash}/day`}
      >
        {asksHours ? 'Confirm the hours' : isOn ? 'Follow the day' : 'See the day'}
      </ButtonLink>
    </section>
  )
}

function textOf({ booking, day, events, now }: SlotProps): string {
  if (day) {
    const { company, routePoints, agreed } = booking
    const move = {
      company: company?.name ?? 'Your driver',
      places: routePoints.map(({ place }) => place),
      waiting: agreed?.waiting ?? null,
    }
    const { title, text } = headlineOf(day, move, now)
    return [`${title}.`, text].filter(Boolean).join(' ')
  }
  const started = events.findLast(({ kind }) => kind === 'started')
  const finished = events.findLast(({ kind }) => kind === 'finished')
  if (!started) return 'See when they set off, and the clock once they start.'
  return `Started ${dayTimeOf(started.at)}${finished ? `, finished ${dayTimeOf(finished.at)}` : ''}.`
}
