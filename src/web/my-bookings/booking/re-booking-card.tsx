import { Form, useNavigation } from 'react-router'
import { HELP_LEVEL_LABELS, VAN_NAMES } from '#modules/fleet/rules.ts'
import type { listRebookings } from '#modules/bookings/replacement/contract.ts'
import { rebookingPlace } from '#modules/bookings/rules.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { formatDay, formatDayTime, localDayOf, type LocalDay } from '#shared/local-time.ts'
import { formatPence } from '#shared/money.ts'
import { timeAndTrips } from '#web/kit/bookings/booking-texts.ts'
import { useArrival } from '#web/kit/page/arrival.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { DayTile, Facts } from '#web/ui/facts.tsx'
import { timeOf } from '../booking-view.ts'

export type Rebooking = AnswerOf<typeof listRebookings>['results'][number]

/** A customer who asks this van for another date, with its price of today. */
export function RebookingCard({ asked, today }: { asked: Rebooking; today: LocalDay }) {
  const { formData, formMethod, formAction } = useNavigation()
  const action = `/my-bookings/re-book/${asked.bookingId}`
  const sending = formMethod === 'POST' && formAction === action ? formData?.get('intent') : null
  const place = rebookingPlace(asked.bookingId)
  const card = useArrival<HTMLElement>(place)
  const day = localDayOf(new Date(asked.startAt))
  const where = `${asked.from.place} to ${asked.to.place}`
  const keeps = asked.youKeepPence === null ? '' : `, you keep ${formatPence(asked.youKeepPence)}`
  return (
    <article
      className="card job job--driver"
      aria-label={`${where}, ${formatDay(day)}`}
      id={place}
      tabIndex={-1}
      ref={card}
    >
      <div className="job__head cells cols-side at-top g-3">
        <DayTile day={day} isToday={day === today} />
        <div>
          <h2 className="job__where t-lg lh-12 break">{where}</h2>
          <div className="meta num job__when">
            <b className="ink">{timeOf(asked.startAt)}</b>
            <span>{timeAndTrips(asked)}</span>
          </div>
        </div>
        <div className="job__pay across flex baseline apart">
          {asked.totalPence === null ? null : <span className="price">{formatPence(asked.totalPence)}</span>}
          <div className="small muted num">
            {asked.paymentMethod === 'card' ? 'Card' : 'Cash'}
            {keeps}
          </div>
        </div>
      </div>
      <Banner tone="warn" title={`${asked.customer.firstName} wants to book you again`}>
        <p>
          You had their move on {formatDay(localDayOf(new Date(asked.beforeAt)))}. Answer by{' '}
          {formatDayTime(new Date(asked.respondBy))}. The time isn’t held until you confirm.
        </p>
      </Banner>
      <Facts
        className="job__facts cells cols-2 g-3-4 pt-4 line-top"
        facts={[
          { name: 'Van', value: VAN_NAMES[asked.vanCategory] },
          { name: 'Lifting', value: HELP_LEVEL_LABELS[asked.manPower] },
          { name: 'From', value: asked.from.outcode },
          { name: 'To', value: asked.to.outcode },
        ]}
      />
      {asked.mayAnswer ? (
        <div className="job__foot flex wraps g-3">
          <AnswerForm action={action} asked={asked} intent="decline" isBusy={sending === 'decline'}>
            Can’t do it
          </AnswerForm>
          <AnswerForm action={action} asked={asked} intent="confirm" isBusy={sending === 'confirm'}>
            Confirm booking
          </AnswerForm>
        </div>
      ) : null}
    </article>
  )
}

interface AnswerFormProps {
  action: string
  asked: Rebooking
  intent: 'confirm' | 'decline'
  isBusy: boolean
  children: string
}

const AnswerForm = ({ action, asked, intent, isBusy, children }: AnswerFormProps) => (
  <Form method="post" action={action}>
    <input type="hidden" name="intent" value={intent} />
    <input type="hidden" name="unitId" value={asked.workingUnitId} />
    <Button type="submit" look={intent === 'confirm' ? 'primary' : 'danger'} size="big" wide busy={isBusy}>
      {children}
      <span className="vh">
        {' '}
        {asked.from.place} to {asked.to.place}
      </span>
    </Button>
  </Form>
)
