import type { LucideIcon } from 'lucide-react'

/** A drawn icon, 20 px beside body text. Decoration: the word beside it, or the button's `aria-label`, says what it means. */
export function Icon({ of: Drawing, className }: { of: LucideIcon; className?: string }) {
  return <Drawing className={className ? `i ${className}` : 'i'} size={20} strokeWidth={2.25} aria-hidden="true" />
}
