import { Menu, Phone, X } from 'lucide-react'
import { Link, useLocation, useMatches } from 'react-router'
import { buttonClass } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { useRootData } from '#web/kit/page/root-data.ts'
import { useUnitPath } from '#web/kit/units/chosen-unit.ts'
import { handleOf } from '#web/kit/page/page-handle.ts'
import { LoginButton } from './login-button.tsx'
import { useHelp } from './help.tsx'
import type { SignedInContent } from './signed-in-content.ts'
import { useSignedInContent } from './use-signed-in-content.ts'
import { menuRoleOf, visitorMenu, type MenuEntry } from './menu.ts'
import { readablePhone } from '#shared/readable-phone.ts'
import { useLightDismiss } from '#web/ui/use-light-dismiss.ts'

/** Logo, main menu, help, phone and account. On a phone the menu is a `details` and needs no script. */
export function Header() {
  const root = useRootData()
  const session = root?.session ?? null
  const offersHelp = useMatches().some((match) => handleOf(match).offersHelp === true)
  const phone = root?.config.phone
  const isAdmin = session?.userRole === 'admin'
  const signedIn = useSignedInContent(session !== null)
  const menu = session ? (signedIn?.menuFor(menuRoleOf(session)) ?? []) : visitorMenu
  return (
    <header className="bar" id="top" data-signed-in={session ? '' : undefined}>
      <a className="skip btn" href="#main">
        Skip to content
      </a>
      <div className="wrap bar__in">
        <Logo />
        {/* Office pages have their menu at the side. */}
        {isAdmin ? null : <MainMenu menu={menu} />}
        <div className="bar__end">
          {offersHelp ? <HelpButton isKnown={session !== null} /> : null}
          {phone && session?.userRole !== 'driver' && !isAdmin ? (
            <PhoneLinks phone={phone} hasHelp={offersHelp} />
          ) : null}
          {session ? (
            signedIn && <signedIn.Bar session={session} />
          ) : (
            <LoginButton className={offersHelp ? 'bar__sm' : undefined} />
          )}
          {/* If help takes up the space, Login moves into the menu. */}
          <MobileMenu menu={menu} phone={phone} signedIn={signedIn} hasLogin={offersHelp && !session} />
        </div>
      </div>
    </header>
  )
}

export function Logo() {
  return (
    <Link className="logo-link" to="/" aria-label="Vanfare, home">
      <span className="logo">
        <span>Vanfare</span>
      </span>
    </Link>
  )
}

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

function PhoneLinks({ phone, hasHelp }: { phone: string; hasHelp: boolean }) {
  const text = readablePhone(phone)
  return (
    <>
      {hasHelp ? null : (
        <a className="icon-btn bar__menu" href={`tel:${phone}`} aria-label={`Call ${text}`}>
          <Icon of={Phone} />
        </a>
      )}
      <a className={buttonClass({ look: 'quiet', size: 'small' }, 'num bar__wide')} href={`tel:${phone}`}>
        {text}
      </a>
    </>
  )
}

function MainMenu({ menu }: { menu: readonly MenuEntry[] }) {
  const { pathname } = useLocation()
  const path = useMenuPath()
  return (
    <nav className="nav" aria-label="Main">
      <ul className="nav__list">
        {menu.map((entry) => (
          <li key={entry.name}>
            <Link className="nav__link" to={path(entry)} aria-current={currentOf(entry.to, pathname)}>
              {entry.name}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  )
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
  hasLogin: boolean
}

function MobileMenu({ menu, phone, signedIn, hasLogin }: MobileMenuProps) {
  const { pathname } = useLocation()
  const path = useMenuPath()
  const panel = useLightDismiss()
  return (
    // A change of page resets the menu to closed.
    <details className="menu bar__menu" key={pathname} ref={panel}>
      <summary className="icon-btn" aria-label="Menu">
        <Icon of={Menu} />
        <Icon of={X} />
      </summary>
      <nav className="menu__panel" aria-label="Main">
        {menu.map((entry) => (
          <Link key={entry.to} to={path(entry)} aria-current={currentOf(entry.to, pathname)}>
            {entry.name}
          </Link>
        ))}
        {signedIn ? <signedIn.MenuEntries /> : hasLogin ? <LoginButton isPlain /> : null}
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
