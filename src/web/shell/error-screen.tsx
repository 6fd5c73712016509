import { Phone, RefreshCw } from 'lucide-react'
import { isRouteErrorResponse, useMatches } from 'react-router'
import { Button, ButtonLink, buttonClass } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/badge.tsx'
import { Page } from '#web/ui/page.tsx'
import { handleOf, useRootData } from '#web/kit/page/root-data.ts'
import { readablePhone } from '#shared/phone.ts'
import { useSignedInContent } from './header.tsx'
import { menuRoleOf, waysOnFrom } from './menu.ts'

/** Replaces a page that cannot be shown: not found, or failed (spec §2). */
export function ErrorScreen({ error }: { error: unknown }) {
  if (isRouteErrorResponse(error) && [429, 503].includes(error.status)) return <Busy />
  if (isRouteErrorResponse(error) && error.status === 410) return <Withdrawn />
  if (!isRouteErrorResponse(error) || error.status !== 404) return <SomethingWrong />
  return (
    <>
      <title>Page not found | Vanfare</title>
      <NotFound />
    </>
  )
}

export function NotFound() {
  const root = useRootData()
  const session = root?.session ?? null
  const signedIn = useSignedInContent(session !== null)
  const role = session && menuRoleOf(session)
  const ways = waysOnFrom(role, role ? (signedIn?.menuFor(role, session.staffRole) ?? []) : [])
  const isSentLink = useMatches().some((match) => handleOf(match).isSecret)
  return (
    <Page>
      <div className="end">
        <div className="sign deadend cells g-1">
          <b>404</b>
          <h1 className="t-xl">No through road</h1>
        </div>
        {isSentLink ? (
          <p>
            This link has expired or is incomplete. Open it from the message once more, or ask the person who sent it.
          </p>
        ) : (
          <p>That page has moved, or never existed.</p>
        )}
        <div className="row center">
          {isSentLink && root ? <CallUs look="primary" phone={root.config.phone} /> : null}
          {ways.map(({ name, to }, index) => (
            <ButtonLink key={to} look={isSentLink || index > 0 ? 'plain' : 'primary'} to={to}>
              {name}
            </ButtonLink>
          ))}
        </div>
      </div>
    </Page>
  )
}

/** A page of the content that the office has taken away. */
function Withdrawn() {
  return (
    <Page>
      <title>No longer here | Vanfare</title>
      <meta name="robots" content="noindex" />
      <div className="end">
        <div className="sign deadend cells g-1">
          <b>410</b>
          <h1 className="t-xl">This road is closed</h1>
        </div>
        <p>The page was here, and is no longer.</p>
        <div className="row center">
          <ButtonLink look="primary" to="/additional-services">
            Compare prices
          </ButtonLink>
          <ButtonLink to="/our-services">Our Services</ButtonLink>
          <ButtonLink to="/our-locations">Locations</ButtonLink>
          <ButtonLink to="/blog">Blog</ButtonLink>
        </div>
      </div>
    </Page>
  )
}

const CallUs = ({ phone, look }: { phone: string; look?: 'primary' }) => (
  <a className={buttonClass({ look }, 'num')} href={`tel:${phone}`}>
    <Icon of={Phone} />
    {readablePhone(phone)}
  </a>
)

/** The text of src/app/busy-page.ts, for navigation that only fetches data. */
function Busy() {
  return (
    <Page>
      <title>Busy for a moment | Vanfare</title>
      <div className="end">
        <div className="sign deadend cells g-1">
          <h1 className="t-xl">Heavy traffic ahead</h1>
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
        <div className="cones flex g-5 items-end rule-foot" aria-hidden="true">
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
          {root ? <CallUs phone={root.config.phone} /> : null}
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
