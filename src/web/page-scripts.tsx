import { useContext, useEffect, useState } from 'react'
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

/** Tells intent.js that the page is hydrated, or leaves it to be found, so that early clicks are replayed. From here on no script tag is needed. */
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
  // The hook, not its component, which writes an inline script for something browsers do themselves before hydration.
  useScrollRestoration()
  useEffect(markHydrated, [])
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

/** What is pressed while the page's script is still on its way is pressed again once it is there. */
function HeldPresses() {
  const framework = useContext(FrameworkContext)
  return <script id="intent" type="module" src={intentUrl} nonce={framework?.nonce} suppressHydrationWarning />
}

/** The same three things that `Scripts` writes, but the modules are named in attributes for intent.js to load later. */
function WaitingScripts({ routeIds }: { routeIds: string[] }) {
  const framework = useContext(FrameworkContext)
  const [first] = useState(routeIds)
  if (!framework) return null
  const { manifest, serverHandoffString, renderMeta, nonce } = framework
  // React Router's own way for its parts to know of each other; without it the data of the page is left out.
  // oxlint-disable-next-line react/immutability
  if (renderMeta) renderMeta.didRenderScripts = true
  const routes = first.map((id) => [id, manifest.routes[id]?.module])
  const start = `window.__reactRouterContext = ${serverHandoffString};window.__reactRouterContext.stream = new ReadableStream({start(controller){window.__reactRouterContext.streamController = controller;}}).pipeThrough(new TextEncoderStream());`
  return (
    <>
      {/* Written by React Router from its own settings, never from what people typed. */}
      {/* oxlint-disable-next-line react/no-danger */}
      <script nonce={nonce} suppressHydrationWarning dangerouslySetInnerHTML={{ __html: start }} />
      <script
        id="intent"
        type="module"
        src={intentUrl}
        nonce={nonce}
        suppressHydrationWarning
        data-manifest={manifest.url}
        data-entry={manifest.entry.module}
        data-routes={JSON.stringify(routes)}
      />
    </>
  )
}
