import { Link } from 'react-router'

export interface Filter {
  name: string
  /** The address with this filter turned round. */
  to: string
  isOn: boolean
  count?: number
}

/** Filters of a list, each with its own address: they work without script, and a page can be shared. */
export function FilterChips({ label, filters, note }: { label: string; filters: readonly Filter[]; note?: string }) {
  return (
    <nav className="strip level g-3 mt-4" aria-label={label}>
      {filters.map(({ name, to, isOn, count }) => (
        <Link
          key={name}
          className="chip"
          to={to}
          aria-current={isOn ? 'true' : undefined}
          preventScrollReset
          data-on={isOn || undefined}
        >
          {name}
          {count === undefined ? null : <span className="count">{count}</span>}
        </Link>
      ))}
      {note ? <span className="small muted rigid">{note}</span> : null}
    </nav>
  )
}

/** The address that turns a parameter on or off, from its first page. */
export function turned(search: string, name: string, value: string): { search: string; isOn: boolean } {
  const params = new URLSearchParams(search)
  const isOn = params.get(name) === value
  for (const place of ['page', 'after']) params.delete(place)
  if (isOn) params.delete(name)
  else params.set(name, value)
  return { search: `?${params.toString()}`, isOn }
}
