import type { LucideIcon } from 'lucide-react'

/** A line icon, 20 px beside body text. Decorative: the text beside it, or the button's `aria-label`, gives the meaning. */
export function Icon({ of: Drawing, className }: { of: LucideIcon; className?: string }) {
  return <Drawing className={className ? `i ${className}` : 'i'} size={20} strokeWidth={2.25} aria-hidden="true" />
}
