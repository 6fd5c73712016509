import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { useSession } from '#web/kit/page/root-data.ts'
import { mayOpen } from './office-pages.ts'

/** Whether the address is a page of one's own role. */
export function useMayOpen(): (address: string) => boolean {
  const role = useSession()?.staffRole
  return (address) => mayOpen(role, new URL(address, 'http://page').pathname)
}

/** A name that leads to its page, for those whose role opens it; for others the name alone. */
export function OfficeLink({ to, className, children }: { to: string; className?: string; children: ReactNode }) {
  const isMine = useMayOpen()(to)
  return isMine ? (
    <Link to={to} className={className}>
      {children}
    </Link>
  ) : (
    children
  )
}

/** A link that only leads somewhere: nothing for those who may not go there. */
export function OfficeLinkButton({ to, children }: { to: string; children: ReactNode }) {
  return useMayOpen()(to) ? (
    <Link to={to} className="link-btn">
      {children}
    </Link>
  ) : null
}
