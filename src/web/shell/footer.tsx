import { MessageCircle } from 'lucide-react'
import { Link } from 'react-router'
import { Icon } from '#web/ui/badge.tsx'
import { useRootData } from '#web/kit/page/root-data.ts'
import { Logo } from './header.tsx'
import { FooterEnd } from './footer-end.tsx'
import { footerMenus } from './menu.ts'
import { readablePhone } from '#shared/phone.ts'

export function Footer() {
  const { config } = useRootData() ?? {}
  return (
    <footer className="foot">
      <div className="wrap">
        <div className="foot__in cells cols-2">
          {config ? (
            <div className="stack gap-1">
              <Logo />
              <p>Call any time, day or night</p>
              <a className="foot__phone t-xl bold num" href={`tel:${config.phone}`}>
                {readablePhone(config.phone)}
              </a>
              {config.whatsapp ? (
                <p>
                  <a href={`https://wa.me/${config.whatsapp.replace('+', '')}`} rel="noopener">
                    <Icon of={MessageCircle} />
                    Message us on WhatsApp
                  </a>
                </p>
              ) : null}
            </div>
          ) : null}
          {footerMenus.map(({ title, entries }) => (
            <nav key={title} aria-label={title}>
              <h2 className="t-sm on-sign-2 mid tight-0">{title}</h2>
              <ul className="list">
                {entries.map((entry) => (
                  <li key={entry.to}>
                    <Link to={entry.to}>{entry.name}</Link>
                  </li>
                ))}
              </ul>
            </nav>
          ))}
          {config && config.social.length > 0 ? (
            <nav aria-label="Follow us">
              <h2 className="t-sm on-sign-2 mid tight-0">Follow us</h2>
              <ul className="list">
                {config.social.map(({ label, href }) => (
                  <li key={label}>
                    <a href={href} rel="noopener">
                      {label}
                    </a>
                  </li>
                ))}
              </ul>
            </nav>
          ) : null}
        </div>
        <FooterEnd />
      </div>
    </footer>
  )
}
