import { Phone } from 'lucide-react'
import { Link, useMatches } from 'react-router'
import { buttonClass } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { Icon } from '#web/ui/icon.tsx'
import { useRootData } from '#web/kit/page/root-data.ts'
import { handleOf } from '#web/kit/page/page-handle.ts'
import { LoginButton } from './login-button.tsx'
import { useHelp } from './help.tsx'
import { useSignedInContent } from './use-signed-in-content.ts'
import { MainMenu, MobileMenu } from './main-menu.tsx'
import { comparePrices, menuRoleOf, visitorMenu } from './menu.ts'
import { readablePhone } from '#shared/readable-phone.ts'

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
    <Link className="logo-link" to="/" aria-label="Vanfare, home">
      <span className="logo">
        <span>Vanfare</span>
      </span>
    </Link>
  )
}

/** Not where one is doing so already. */
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
