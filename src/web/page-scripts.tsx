import { useContext, useEffect, useReducer, useState } from 'react'
import {
  Scripts,
  UNSAFE_FrameworkContext as FrameworkContext,
  UNSAFE_useScrollRestoration as useScrollRestoration,
  useLocation,
  useMatches,
} from 'react-router'
import intentUrl from './intent.js?url&no-inline'
import { asksForLogin } from '#web/kit/session/asks-for-login.ts'
import { handleOf } from '#web/kit/page/page-handle.ts'

let isHydrated = false

/** Tells intent.js that the page is hydrated, so that early clicks are replayed. No script tags are needed from here on. */
function markHydrated() {
  isHydrated = true
  document.getElementById('intent')?.setAttribute('data-hydrated', '')
  document.dispatchEvent(new Event('vanfare:hydrated'))
}

/** Hydrates the page at once, or, where its route says so, at the first sign of intent. The first page loaded decides. */
export function PageScripts() {
  const matches = useMatches()
  const address = useLocation()
  const [waitsForIntent] = useState(
    () => !asksForLogin(address) && matches.some((match) => handleOf(match).hydrate === 'intent'),
  )
  // The hook rather than the component, which writes an inline script for something browsers do by themselves before hydration.
  useScrollRestoration()
  // What asks before a page is left is there one drawing later than the rest.
  const [isDrawn, markDrawn] = useReducer(() => true, false)
  useEffect(() => (isDrawn ? markHydrated() : markDrawn()), [isDrawn])
  // An error screen redraws the document: script tags in it would be refused as untrusted, and are no longer needed.
  if (isHydrated) return null
  if (waitsForIntent && !import.meta.env.DEV) return <WaitingScripts routeIds={matches.map((match) => match.id)} />
  return (
    <>
      <HeldPresses />
      <Scripts />
    </>
  )
}

/** Clicks made while the page's script is still loading are repeated once it is there. */
function HeldPresses() {
  const framework = useContext(FrameworkContext)
  return <script id="intent" type="module" src={intentUrl} nonce={framework?.nonce} suppressHydrationWarning />
}

/** The same three things that `Scripts` writes, but with the modules named in attributes for intent.js to load later. */
function WaitingScripts({ routeIds }: { routeIds: string[] }) {
  const framework = useContext(FrameworkContext)
  const [first] = useState(routeIds)
  if (!framework) return null
  const { manifest, serverHandoffString, renderMeta, nonce } = framework
  // The global by which React Router's parts find each other; without it the page's data is left out.
  // oxlint-disable-next-line react/immutability
  if (renderMeta) renderMeta.didRenderScripts = true
  const routes = first.map((id) => [id, manifest.routes[id]?.module])
  const own = { ...manifest, routes: Object.fromEntries(first.map((id) => [id, manifest.routes[id]])) }
  const start = `window.__reactRouterContext = ${serverHandoffString};window.__reactRouterContext.stream = new ReadableStream({start(controller){window.__reactRouterContext.streamController = controller;}}).pipeThrough(new TextEncoderStream());window.__reactRouterManifest = ${JSON.stringify(own)};`
  return (
    <>
      {/* Written by React Router from its own settings, never from user input. */}
      {/* oxlint-disable-next-line react/no-danger */}
      <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: start }} />
      <script
        id="intent"
        type="module"
        src={intentUrl}
        nonce={nonce}
        suppressHydrationWarning
        data-entry={manifest.entry.module}
        data-routes={JSON.stringify(routes)}
      />
    </>
  )
}
