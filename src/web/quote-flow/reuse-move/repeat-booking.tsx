import { getOwnMoveAgain } from '#modules/bookings/create/contract.ts'
import { apiContext, sessionContext } from '#web/kit/page/context.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { namedBy } from '#web/kit/session/gate.server.ts'
import { LogInFirst } from '#web/kit/session/login.tsx'
import { Page, PageHead } from '#web/ui/page.tsx'
import type { Route } from './+types/repeat-booking'
import { MoveOffered } from './move-preview.tsx'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Book this move again' })

export async function loader({ params, context }: Route.LoaderArgs) {
  if (context.get(sessionContext)?.userRole !== 'customer') return { move: null }
  return { move: namedBy(await context.get(apiContext)(getOwnMoveAgain, { params: { id: params.bookingId } })) }
}

/** One’s own past move, to be asked for on another day. */
export default function RepeatBooking({ loaderData: { move } }: Route.ComponentProps) {
  if (!move)
    return (
      <LogInFirst title="Book this move again" heading="Log in to book a move again">
        Only you can see your moves.
      </LogInFirst>
    )
  return (
    <Page>
      <PageHead title="Book this move again">
        <p>Filled in as you booked it, except for the date, contacts and notes.</p>
      </PageHead>
      <MoveOffered move={move} use="Choose the day" />
    </Page>
  )
}
