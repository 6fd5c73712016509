import type { ReactNode } from 'react'

/** Where a list has nothing in it, and the way on. */
export function EmptyNote({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className="end">
      <h2 className="h3">{title}</h2>
      {children}
    </section>
  )
}
