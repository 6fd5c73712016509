import { Phone, ChevronDown, Menu, X } from 'lucide-react'
import { useEffect, useReducer, useRef } from 'react'
import { Link, useMatches, useLocation } from 'react-router'
import { readablePhone } from '#shared/phone.ts'
import { handleOf, useRootData, useUnitPath } from '#web/kit/page/root-data.ts'
import { useLogin } from '#web/kit/session/login.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/badge.tsx'
import { lightDismiss } from '#web/ui/focus.ts'
import { useHelp } from './help.tsx'
import { comparePrices, menuRoleOf, visitorMenu, type MenuEntry } from './menu.ts'
import { signedInContent, type SignedInContent } from './signed-in-content.ts'

/** Logo, main menu, help, phone and account. On a phone the menu is a `details` and needs no script. */
export function Header() {
  const root = useRootData()
  const session = root?.session ?? null
  const offersHelp = useMatches().some((match) => handleOf(match).offersHelp === true)
  const phone = root?.config.phone
  const isAdmin = session?.userRole === 'admin'
  const signedIn = useSignedInContent(session !== null)
  const menu = session
    ? (signedIn?.menuFor(menuRoleOf(session), session.staffRole) ?? [])
    : visitorMenu(root?.menus ?? noMenus)
  return (
    <header className="bar" id="top" data-signed-in={session ? '' : undefined}>
      <a className="skip btn" href="#main">
        Skip to content
      </a>
      <div className="wrap bar__in flex level g-2">
        <Logo />
        {/* Office pages have their menu at the side. */}
        {isAdmin ? null : <MainMenu menu={menu} />}
        <div className="bar__end flex level g-1 push">
          {offersHelp ? <HelpButton isKnown={session !== null} /> : null}
          {phone && session?.userRole !== 'driver' && !isAdmin ? (
            <PhoneLinks phone={phone} hasHelp={offersHelp} />
          ) : null}
          {session ? (
            signedIn && <signedIn.Bar session={session} />
          ) : (
            <>
              <LoginButton className={offersHelp ? 'bar__sm' : undefined} />
              <ComparePrices />
            </>
          )}
          {/* If help takes up the space, Login moves into the menu. */}
          <MobileMenu menu={menu} phone={phone} signedIn={signedIn} isVisitor={!session} hasLogin={offersHelp} />
        </div>
      </div>
    </header>
  )
}

export function Logo() {
  return (
    <Link className="no-line inline-flex level rigid tall r-plate" to="/" aria-label="Vanfare, home">
      <span className="logo">
        <span className="cells mid-both lh-1">Vanfare</span>
      </span>
    </Link>
  )
}

/** Hidden within the quote flow, where prices are being compared already. */
function ComparePrices() {
  const isInFlow = useMatches().some(({ id }) => id === 'quote-flow/layout')
  return isInFlow ? null : (
    <Link className={buttonClass({ size: 'small' }, 'bar__go')} to={comparePrices.to}>
      {comparePrices.name}
    </Link>
  )
}

const noMenus = { services: [], locations: [] }

/** The short help link on booking and content pages (spec §2). */
function HelpButton({ isKnown }: { isKnown: boolean }) {
  const help = useHelp()
  return (
    <button type="button" className={buttonClass({ look: 'quiet', size: 'small' }, 'bar__help')} onClick={help}>
      <Icon of={Phone} />
      {isKnown ? 'Need help?' : 'Need help with quote?'}
    </button>
  )
}

/** The number in words, or, where help takes up the space, as a button: help says it too, and needs script. */
function PhoneLinks({ phone, hasHelp }: { phone: string; hasHelp: boolean }) {
  const text = readablePhone(phone)
  return (
    <>
      <a
        className={classNames('icon-btn', hasHelp ? 'bar__call' : 'bar__menu')}
        href={`tel:${phone}`}
        aria-label={`Call ${text}`}
      >
        <Icon of={Phone} />
      </a>
      {hasHelp ? null : (
        <a className={buttonClass({ look: 'quiet', size: 'small' }, 'num bar__wide')} href={`tel:${phone}`}>
          {text}
        </a>
      )}
    </>
  )
}

/**
 * The server has this at once; a browser loads it before hydration if there is a session (entry.client.tsx), so that
 * the header does not change and no press is lost, and visitors load nothing. A login on the page loads it then.
 */
export function useSignedInContent(isSignedIn: boolean): SignedInContent | null {
  const [, redraw] = useReducer((count: number) => count + 1, 0)
  useEffect(() => {
    if (isSignedIn && !signedInContent()) void import('./register-slots.ts').then(redraw, () => undefined)
  }, [isSignedIn])
  return isSignedIn ? signedInContent() : null
}

/** A submenu opens under the pointer, with the focus, or by its chevron, all without script; with it, Escape closes it too. */
function MainMenu({ menu }: { menu: readonly MenuEntry[] }) {
  const { pathname } = useLocation()
  const path = useMenuPath()
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => (list.current ? closing(list.current) : undefined), [])
  return (
    <nav className="nav" aria-label="Main">
      <ul className="nav__list flex" ref={list}>
        {menu.map((entry) => (
          <li key={entry.name} className="nav__item holds flex">
            <Link className="nav__link" to={path(entry)} aria-current={currentOf(entry.to, pathname)}>
              {entry.name}
            </Link>
            {entry.below ? (
              <>
                <More key={pathname} name={entry.name} />
                <ul className="nav__sub">
                  <SubLinks entries={entry.below} className="nav__link" />
                </ul>
              </>
            ) : null}
          </li>
        ))}
      </ul>
    </nav>
  )
}

/** Closes what the pointer or the focus has opened, on Escape and once a link is followed, until they leave. */
function closing(list: HTMLElement): () => void {
  const open = () => list.classList.remove('is-shut')
  const shut = () => list.classList.add('is-shut')
  const pressed = ({ target }: Event) => {
    if (target instanceof Element && target.closest('.nav__sub')) shut()
  }
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape') return
    // Otherwise the focus would be lost with the submenu.
    const item = document.activeElement?.closest('.nav__item')
    item?.querySelector('summary')?.focus()
    shut()
  }
  list.addEventListener('mouseleave', open)
  list.addEventListener('focusout', open)
  list.addEventListener('click', pressed)
  addEventListener('keydown', onKeyDown)
  return () => removeEventListener('keydown', onKeyDown)
}

function More({ name }: { name: string }) {
  return (
    <details className="nav__more turns" name="nav" ref={lightDismiss}>
      <summary className="cells mid-both h-full" aria-label={`${name}: more`}>
        <Icon of={ChevronDown} />
      </summary>
    </details>
  )
}

function SubLinks({ entries, className }: { entries: readonly MenuEntry[]; className?: string }) {
  const { pathname } = useLocation()
  return entries.map(({ name, to }) => (
    <li key={to}>
      <Link className={className} to={to} aria-current={to === pathname ? 'page' : undefined}>
        {name}
      </Link>
    </li>
  ))
}

/** A driver's calendar stays with the van of this page. */
function useMenuPath(): (entry: MenuEntry) => string {
  const path = useUnitPath()
  return ({ to, keepsUnit }) => (keepsUnit ? path(to) : to)
}

/** "My Bookings" leads to one of its lists but is marked as current on all of them. */
function currentOf(to: string, pathname: string): 'page' | 'true' | undefined {
  if (to === pathname) return 'page'
  return to.split('/')[1] === pathname.split('/')[1] ? 'true' : undefined
}

interface MobileMenuProps {
  menu: readonly MenuEntry[]
  phone: string | undefined
  signedIn: SignedInContent | null
  isVisitor: boolean
  /** If help takes up the space of the bar, Login moves into the menu. */
  hasLogin: boolean
}

function MobileMenu({ menu, phone, signedIn, isVisitor, hasLogin }: MobileMenuProps) {
  const { pathname } = useLocation()
  const path = useMenuPath()
  return (
    // A change of page resets the menu to closed.
    <details className="menu bar__menu" key={pathname} ref={lightDismiss}>
      <summary className="icon-btn" aria-label="Menu">
        <Icon of={Menu} />
        <Icon of={X} />
      </summary>
      <nav className="menu__panel afloat bg-surface line-foot raised" aria-label="Main">
        {isVisitor ? (
          <Link className="menu__go mid-x r-control" to={comparePrices.to}>
            {comparePrices.name}
          </Link>
        ) : null}
        {menu.map((entry) =>
          entry.below ? (
            <details className="turns" key={entry.to} name="menu">
              <summary>
                {entry.name}
                <Icon of={ChevronDown} />
              </summary>
              <ul className="list">
                <SubLinks entries={entry.below} />
              </ul>
            </details>
          ) : (
            <Link key={entry.to} to={path(entry)} aria-current={currentOf(entry.to, pathname)}>
              {entry.name}
            </Link>
          ),
        )}
        {signedIn ? <signedIn.MenuEntries /> : isVisitor && hasLogin ? <LoginButton isPlain /> : null}
        {phone ? (
          <a className="num" href={`tel:${phone}`}>
            Call {readablePhone(phone)}
            <Icon of={Phone} />
          </a>
        ) : null}
      </nav>
    </details>
  )
}

/** Opens the dialog; without script, a link to the page that asks the same. */
function LoginButton({ className, isPlain }: { className?: string; isPlain?: boolean }) {
  const login = useLogin()
  const look = isPlain ? className : buttonClass({ size: 'small' }, className)
  return (
    <>
      <button type="button" className={classNames(look, 'with-script')} onClick={login}>
        Login
      </button>
      <a href="/login" className={classNames(look, 'without-script')}>
        Login
      </a>
    </>
  )
}
