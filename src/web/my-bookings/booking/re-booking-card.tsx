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
export function RebookingCard({ rebooking, today }: { rebooking: Rebooking; today: LocalDay }) {
  const { formData, formMethod, formAction } = useNavigation()
  const action = `/my-bookings/re-book/${rebooking.bookingId}`
  const sending = formMethod === 'POST' && formAction === action ? formData?.get('intent') : null
  const place = rebookingPlace(rebooking.bookingId)
  const card = useArrival<HTMLElement>(place)
  const day = localDayOf(new Date(rebooking.startAt))
  const where = `${rebooking.from.place} to ${rebooking.to.place}`
  const keeps = rebooking.youKeepPence === null ? '' : `, you keep ${formatPence(rebooking.youKeepPence)}`
  return (
    <article
      className="card job job--driver cells g-4"
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
            <b className="ink">{timeOf(rebooking.startAt)}</b>
            <span>{timeAndTrips(rebooking)}</span>
          </div>
        </div>
        <div className="job__pay across flex baseline apart">
          {rebooking.totalPence === null ? null : <span className="price">{formatPence(rebooking.totalPence)}</span>}
          <div className="small muted num">
            {rebooking.paymentMethod === 'card' ? 'Card' : 'Cash'}
            {keeps}
          </div>
        </div>
      </div>
      <Banner tone="warn" title={`${rebooking.customer.firstName} wants to book you again`}>
        <p>
          You had their move on {formatDay(localDayOf(new Date(rebooking.beforeAt)))}. Answer by{' '}
          {formatDayTime(new Date(rebooking.respondBy))}. The time isn’t held until you confirm.
        </p>
      </Banner>
      <Facts
        className="facts facts--wide pt-4 line-top"
        facts={[
          { name: 'Van', value: VAN_NAMES[rebooking.vanCategory] },
          { name: 'Lifting', value: HELP_LEVEL_LABELS[rebooking.manPower] },
          { name: 'From', value: rebooking.from.outcode },
          { name: 'To', value: rebooking.to.outcode },
        ]}
      />
      {rebooking.mayAnswer ? (
        <div className="job__foot flex wraps g-3">
          <AnswerForm action={action} rebooking={rebooking} intent="decline" isBusy={sending === 'decline'}>
            Can’t do it
          </AnswerForm>
          <AnswerForm action={action} rebooking={rebooking} intent="confirm" isBusy={sending === 'confirm'}>
            Confirm booking
          </AnswerForm>
        </div>
      ) : null}
    </article>
  )
}

interface AnswerFormProps {
  action: string
  rebooking: Rebooking
  intent: 'confirm' | 'decline'
  isBusy: boolean
  children: string
}

const AnswerForm = ({ action, rebooking, intent, isBusy, children }: AnswerFormProps) => (
  <Form method="post" action={action}>
    <input type="hidden" name="intent" value={intent} />
    <input type="hidden" name="unitId" value={rebooking.workingUnitId} />
    <Button type="submit" look={intent === 'confirm' ? 'primary' : 'danger'} size="big" wide busy={isBusy}>
      {children}
      <span className="vh">
        {' '}
        {rebooking.from.place} to {rebooking.to.place}
      </span>
    </Button>
  </Form>
)
