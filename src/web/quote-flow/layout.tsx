import { Navigate, Outlet, useLocation, type LinksFunction } from 'react-router'
import dataUrl from '#modules/items/data.json?url'
import { fillCatalogue, ITEMS } from '#modules/items/data.ts'
import { type PageHandle, useSession } from '#web/kit/page/root-data.ts'
import { FlowProvider } from './flow-context.tsx'
import { adminStepFor } from '#web/kit/office/phone-steps.ts'
import './quote-flow.css'

const FIRST_PAUSE_MS = 500
const LONGEST_PAUSE_MS = 8000

/**
 * Fetches JSON until it is there, after pauses that grow. From the second failure on a notice says so, with a button: it tries again at
 * once, or reloads the page if the server answered without the file, because then the page is of an earlier build.
 */
async function loadUntilThere(url: string): Promise<unknown> {
  for (let failures = 1; ; failures += 1) {
    const answer = await fetch(url).catch(() => null)
    const read: unknown = answer?.ok ? await answer.json().catch(() => null) : null
    if (read !== null) return read
    const ms = Math.min(FIRST_PAUSE_MS * 2 ** (failures - 1), LONGEST_PAUSE_MS)
    await (failures === 1 ? pause(ms) : pauseWithNotice(ms, () => answer && location.reload()))
  }
}

const pause = (ms: number) => new Promise<void>((done) => void setTimeout(done, ms))

/** Looks like a toast. Made without React, which waits for the list too, and removed before React draws. */
async function pauseWithNotice(ms: number, onPress: () => void): Promise<void> {
  const notice = element('div', 'toast toast--bad')
  notice.setAttribute('role', 'alert')
  const button = element('button', 'toast__act', 'Try again')
  notice.append(
    element('p', 'toast__body', 'We couldn’t load the list of things to move. Check your connection.'),
    button,
  )
  const region = element('div', 'toasts')
  region.append(notice)
  document.body.append(region)
  const pressed = new Promise<void>((done) => button.addEventListener('click', () => done(), { once: true }))
  await Promise.race([pause(ms), pressed.then(onPress)])
  region.remove()
}

function element(tag: string, className: string, text = ''): HTMLElement {
  const made = document.createElement(tag)
  made.className = className
  made.textContent = text
  return made
}

export const handle: PageHandle = { isStep: true }

/**
 * Preloads the catalogue with the document only: after a client-side navigation the list has arrived before this link
 * would be written.
 */
export const links: LinksFunction = () =>
  import.meta.env.SSR
    ? [{ rel: 'preload', href: catalogueUrl, as: 'fetch', type: 'application/json', crossOrigin: 'anonymous' }]
    : []

/** The five steps share one draft. */
export default function BookingFlow() {
  const { pathname } = useLocation()
  // Moving between steps does not reach the server, so the page itself checks that admins may not be here (spec §2).
  const elsewhere = adminStepFor(useSession()?.userRole, pathname)
  if (elsewhere !== null) return <Navigate to={elsewhere} replace />
  return (
    <FlowProvider>
      <Outlet />
    </FlowProvider>
  )
}

// The steps of a booking need the list of things, which travels as data beside the script: their layout imports this file, and with it
// waits until the list is there. The page asks for both at once, so that waiting for the list costs nothing.

if (!import.meta.env.SSR && ITEMS.length === 0) fillCatalogue(await loadUntilThere(dataUrl))

const catalogueUrl = dataUrl
