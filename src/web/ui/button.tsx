import type { LucideIcon } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { Link } from 'react-router'
import { classNames } from './class-names.ts'
import { Icon } from './badge.tsx'

export interface ButtonLook {
  /** `primary` is the one yellow action of a view; `sign` is for green panels. */
  look?: 'primary' | 'plain' | 'danger' | 'quiet' | 'sign'
  size?: 'small' | 'big'
  wide?: boolean
  icon?: LucideIcon
}

export const buttonClass = ({ look, size, wide }: ButtonLook, className?: string): string =>
  classNames('btn', look && look !== 'plain' && `btn--${look}`, size && `btn--${size}`, wide && 'btn--wide', className)

type ButtonProps = ButtonLook & ComponentProps<'button'> & { busy?: boolean }

/** `type` is "button" unless given. While `busy` it keeps its focus and label, shows a spinner and ignores presses. */
export function Button({ look, size, wide, icon, busy, className, children, type, onClick, ...rest }: ButtonProps) {
  return (
    <button
      {...rest}
      type={type ?? 'button'}
      className={buttonClass({ look, size, wide }, className)}
      aria-busy={busy || undefined}
      aria-disabled={busy || undefined}
      onClick={busy ? (event) => event.preventDefault() : onClick}
    >
      {icon && !busy ? <Icon of={icon} /> : null}
      {children}
    </button>
  )
}

type ButtonLinkProps = ButtonLook & { to: string; children: ReactNode } & Omit<ComponentProps<typeof Link>, 'to'>

/** A link that looks like a button; works without script. */
export function ButtonLink({ look, size, wide, icon, className, children, ...rest }: ButtonLinkProps) {
  return (
    <Link {...rest} className={buttonClass({ look, size, wide }, className)}>
      {icon ? <Icon of={icon} /> : null}
      {children}
    </Link>
  )
}

/** A button with only an icon, for phone, menu, close, swap and delete; `label` is its accessible name. */
export function IconButton({
  icon,
  label,
  className,
  ...rest
}: { icon: LucideIcon; label: string } & ComponentProps<'button'>) {
  return (
    <button type="button" {...rest} className={classNames('icon-btn', className)} aria-label={label}>
      <Icon of={icon} />
    </button>
  )
}

/** A button that looks like a link in text. */
export function LinkButton({ icon, className, children, ...rest }: { icon?: LucideIcon } & ComponentProps<'button'>) {
  return (
    <button type="button" {...rest} className={classNames('link-btn', className)}>
      {icon ? <Icon of={icon} /> : null}
      {children}
    </button>
  )
}
