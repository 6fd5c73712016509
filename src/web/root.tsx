import fontUrl from '@fontsource-variable/overpass/files/overpass-latin-wght-normal.woff2?url'
import { useState, type ReactNode, useContext, useEffect, useReducer } from 'react'
import {
  Links,
  Meta,
  Outlet,
  redirect,
  useMatches,
  type LinksFunction,
  type ShouldRevalidateFunctionArgs,
  Scripts,
  UNSAFE_FrameworkContext as FrameworkContext,
  UNSAFE_useScrollRestoration as useScrollRestoration,
  useLocation,
} from 'react-router'
import { getWaiting } from '#modules/bookings/lists/contract.ts'
import { SessionWatch } from '#web/account/session/session-watch.tsx'
import { readDriverState } from '#web/driver/profile/driver-state.ts'
import { useFlawsFirst } from '#web/kit/forms/form-text.ts'
import {
  apiContext,
  configContext,
  liveFromContext,
  referenceContext,
  sessionContext,
  clockContext,
} from '#web/kit/page/context.ts'
import { handleOf, type RootData } from '#web/kit/page/root-data.ts'
import { asksForLogin } from '#web/kit/session/auth-data.ts'
import { LoginProvider, type LoginDialogs } from '#web/kit/session/login.tsx'
import { isOnlyAStep } from '#web/quote-flow/steps.ts'
import { adminPageFor } from '#web/shell/admin-pages.ts'
import { readDataSource, readMenus, isViewedOnSite } from '#web/shell/menus.server.ts'
import type { Route } from './+types/root'
import appCss from './app.css?url'
import iconUrl from './icon.svg?url&no-inline'
import intentUrl from './intent.js?url&no-inline'
import { ErrorScreen } from './shell/error-screen.tsx'
import { ShortFooter } from './shell/footer-end.tsx'
import { Header } from './shell/header.tsx'
import { SiteFooter } from './shell/site-footer.tsx'
import themeUrl from './shell/theme.js?url&no-inline'
import { readTheme, usePageTheme } from './shell/theme.ts'
import siteCss from './site.css?url'
import { DialogSlot, DialogsProvider, useIsDialogOpen } from '#web/ui/dialog.tsx'
import { lazyDialog } from './ui/lazy-part.tsx'
import { ToastRegion, ToastsProvider } from '#web/ui/toast.tsx'
import { VanSprite } from './ui/van-sprite.tsx'

// Loaded on the first press: most visitors never log in.
const loginDialogs: LoginDialogs = {
  Login: lazyDialog(async () => (await import('./account/login/login-dialog.tsx')).LoginDialog),
  BookingLogin: lazyDialog(async () => (await import('./account/login/booking-login-dialog.tsx')).BookingLoginDialog),
}

export const links: LinksFunction = () => [
  { rel: 'preload', href: fontUrl, as: 'font', type: 'font/woff2', crossOrigin: 'anonymous' },
  { rel: 'icon', href: iconUrl, type: 'image/svg+xml' },
]

export async function loader({ context, request, url }: Route.LoaderArgs): Promise<RootData> {
  const session = context.get(sessionContext)
  // The page's own address; for data requests the request's own ends in ".data".
  const adminPage = adminPageFor(session, url.pathname)
  const call = context.get(apiContext)
  if (adminPage !== null && !(session?.userRole === 'admin' && (await isViewedOnSite(call, url))))
    throw redirect(adminPage)
  const [driver, dataSource, waiting, menus] = await Promise.all([
    session?.userRole === 'driver' && !session.isHired ? readDriverState(call) : null,
    readDataSource(call),
    session && session.userRole !== 'admin' ? call(getWaiting) : null,
    session ? null : readMenus(context),
  ])
  return {
    config: context.get(configContext),
    session,
    reference: context.get(referenceContext),
    liveFrom: context.get(liveFromContext),
    driver,
    waiting: waiting?.ok ? waiting.data : null,
    dataSource,
    menus,
    theme: readTheme(request.headers.get('cookie')),
    clockAheadMs: context.get(clockContext).aheadMs ?? 0,
  }
}

/** The root’s data stays the same between the steps of a booking. */
export const shouldRevalidate = (change: ShouldRevalidateFunctionArgs): boolean =>
  !isOnlyAStep(change) && change.defaultShouldRevalidate

export function Layout({ children }: { children: ReactNode }) {
  useFlawsFirst()
  const theme = usePageTheme()
  if (useIsForFrames()) return <FramedDocument>{children}</FramedDocument>
  return (
    // theme.js resolves "auto" before React hydrates the page.
    <html lang="en-GB" data-theme={theme} suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="theme-color" content={theme === 'dark' ? '#0d1411' : '#f6f3ea'} />
        {theme === 'auto' ? <script src={themeUrl} /> : null}
        <Meta />
        <Links />
        <Stylesheets />
      </head>
      <body>
        <VanSprite />
        <ToastsProvider>
          <LoginProvider dialogs={loginDialogs}>
            <DialogsProvider>
              {children}
              <DialogSlot />
              <PageToasts />
              <SessionWatch />
            </DialogsProvider>
          </LoginProvider>
        </ToastsProvider>
        <PageScripts />
      </body>
    </html>
  )
}

/** Without script there is nothing that could ask, tell or watch; and in daylight, because the page around it is not ours. */
function FramedDocument({ children }: { children: ReactNode }) {
  return (
    <html lang="en-GB" data-theme="light">
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <Meta />
        <Links />
        <Stylesheets />
      </head>
      <body>{children}</body>
    </html>
  )
}

/**
 * A page of the site has one stylesheet, every other page the small one and its room's. What begins as a page of the site keeps that sheet, because it holds
 * the small one too; a page of the site reached by script from elsewhere is drawn once its sheet is there (`precedence`).
 */
function Stylesheets() {
  const isOfSite = useMatches().some((match) => handleOf(match).isOfSite)
  const [beganOnSite] = useState(isOfSite)
  return (
    <>
      {beganOnSite ? null : <link rel="stylesheet" href={appCss} precedence="page" />}
      {beganOnSite || isOfSite ? <link rel="stylesheet" href={siteCss} precedence="page" /> : null}
    </>
  )
}

const useIsForFrames = () => useMatches().some((match) => handleOf(match).isForFrames)

export default function App() {
  return (
    <Shell>
      <Outlet />
    </Shell>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return (
    <Shell>
      <ErrorScreen error={error} />
    </Shell>
  )
}

function Shell({ children }: { children: ReactNode }) {
  const isBare = useIsForFrames()
  const handles = useMatches().map(handleOf)
  if (isBare) return children
  return (
    <>
      {handles.some(({ hasOwnHeader }) => hasOwnHeader) ? null : <Header />}
      {children}
      {handles.some(({ isStep }) => isStep) ? <ShortFooter /> : <SiteFooter />}
    </>
  )
}

const PageToasts = () => (useIsDialogOpen() ? null : <ToastRegion />)

let isHydrated = false

/** Tells intent.js that the page is hydrated, so that early clicks are replayed. No script tags are needed from here on. */
function markHydrated() {
  isHydrated = true
  document.getElementById('intent')?.setAttribute('data-hydrated', '')
  document.dispatchEvent(new Event('vanfare:hydrated'))
}

/** Hydrates the page at once, or, where its route says so, at the first sign of intent. The first page loaded decides. */
function PageScripts() {
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
