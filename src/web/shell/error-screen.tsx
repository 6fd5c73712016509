import { Phone, RefreshCw } from 'lucide-react'
import { isRouteErrorResponse } from 'react-router'
import { Button, ButtonLink, buttonClass } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { Page } from '#web/ui/page.tsx'
import { useRootData } from '#web/kit/page/root-data.ts'
import { readablePhone } from '#web/kit/account/readable-phone.ts'

/** Replaces a page that cannot be shown: not found, or failed (spec §2). */
export function ErrorScreen({ error }: { error: unknown }) {
  if (isRouteErrorResponse(error) && [429, 503].includes(error.status)) return <Busy />
  if (!isRouteErrorResponse(error) || error.status !== 404) return <SomethingWrong />
  return (
    <>
      <title>Page not found | Vanfare</title>
      <NotFound />
    </>
  )
}

export function NotFound() {
  const session = useRootData()?.session
  return (
    <Page>
      <div className="end">
        <div className="sign deadend">
          <b>404</b>
          <h1>No through road</h1>
        </div>
        <p>That page has moved, or never existed.</p>
        <div className="row center">
          <ButtonLink look="primary" to="/">
            Compare prices
          </ButtonLink>
          {session?.userRole === 'customer' ? (
            <ButtonLink to="/my-bookings/future-bookings">My Bookings</ButtonLink>
          ) : null}
        </div>
      </div>
    </Page>
  )
}

/** The text of src/app/busy-page.ts, for navigation that only fetches data. */
function Busy() {
  return (
    <Page>
      <title>Busy for a moment | Vanfare</title>
      <div className="end">
        <div className="sign deadend">
          <h1>Heavy traffic ahead</h1>
        </div>
        <p>We are too busy to show this page just now. Please try again in a few seconds.</p>
        <Button look="primary" icon={RefreshCw} onClick={() => location.reload()}>
          Try again
        </Button>
      </div>
    </Page>
  )
}

function SomethingWrong() {
  const root = useRootData()
  return (
    <Page>
      <title>Something went wrong | Vanfare</title>
      <div className="end">
        <div className="cones" aria-hidden="true">
          <i />
          <i />
          <i />
        </div>
        <h1>Oops! Something went wrong.</h1>
        <p className="muted">Our team is already working on it. Please try again soon.</p>
        <div className="row center">
          <Button look="primary" icon={RefreshCw} onClick={() => location.reload()}>
            Try again
          </Button>
          {root ? (
            <a className={buttonClass({}, 'num')} href={`tel:${root.config.phone}`}>
              <Icon of={Phone} />
              {readablePhone(root.config.phone)}
            </a>
          ) : null}
        </div>
        <p className="small muted">
          Moving today? Call.
          {root ? (
            <>
              {' '}
              Error <b className="num">{root.reference}</b>
            </>
          ) : null}
        </p>
      </div>
    </Page>
  )
}
