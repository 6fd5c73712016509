import { ChevronDown, Menu, Phone, X } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import { Icon } from '#web/ui/icon.tsx'
import { lightDismiss } from '#web/ui/light-dismiss.ts'
import { useUnitPath } from '#web/kit/units/chosen-unit.ts'
import { LoginButton } from './login-button.tsx'
import type { SignedInContent } from './signed-in-content.ts'
import { comparePrices, type MenuEntry } from './menu.ts'
import { readablePhone } from '#shared/readable-phone.ts'

/** A submenu opens under the pointer, with the focus, or by its chevron, all without script; with it, Escape closes it too. */
export function MainMenu({ menu }: { menu: readonly MenuEntry[] }) {
  const { pathname } = useLocation()
  const path = useMenuPath()
  const list = useRef<HTMLUListElement>(null)
  useEffect(() => (list.current ? closing(list.current) : undefined), [])
  return (
    <nav className="nav" aria-label="Main">
      <ul className="nav__list" ref={list}>
        {menu.map((entry) => (
          <li key={entry.name} className="nav__item">
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
  const typed = ({ key }: KeyboardEvent) => {
    if (key !== 'Escape') return
    // Otherwise the focus would be lost with the submenu.
    const item = document.activeElement?.closest('.nav__item')
    item?.querySelector('summary')?.focus()
    shut()
  }
  list.addEventListener('mouseleave', open)
  list.addEventListener('focusout', open)
  list.addEventListener('click', pressed)
  addEventListener('keydown', typed)
  return () => removeEventListener('keydown', typed)
}

function More({ name }: { name: string }) {
  return (
    <details className="nav__more" name="nav" ref={lightDismiss}>
      <summary aria-label={`${name}: more`}>
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

export function MobileMenu({ menu, phone, signedIn, isVisitor, hasLogin }: MobileMenuProps) {
  const { pathname } = useLocation()
  const path = useMenuPath()
  return (
    // A change of page resets the menu to closed.
    <details className="menu bar__menu" key={pathname} ref={lightDismiss}>
      <summary className="icon-btn" aria-label="Menu">
        <Icon of={Menu} />
        <Icon of={X} />
      </summary>
      <nav className="menu__panel" aria-label="Main">
        {isVisitor ? (
          <Link className="menu__go" to={comparePrices.to}>
            {comparePrices.name}
          </Link>
        ) : null}
        {menu.map((entry) =>
          entry.below ? (
            <details key={entry.to} name="menu">
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
