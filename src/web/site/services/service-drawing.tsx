import type { VanCategory } from '#modules/fleet/rules.ts'
import { Person, Van } from '#web/ui/van.tsx'

interface Drawing {
  van?: VanCategory
  load?: number
  people?: 1 | 2
}

/** What is drawn for the services of the first content; for any other, a van on its way to one. */
const drawings = new Map<string, Drawing>([
  ['man-and-van', { van: 'large_van', load: 0.4, people: 1 }],
  ['home-removals', { van: 'luton_van', load: 0.95 }],
  ['furniture-removals', { van: 'medium_van', load: 0.3 }],
  ['office-removals', { van: 'luton_van', load: 0.7 }],
  ['student-moves', { van: 'small_van', load: 0.85 }],
  ['help-with-furniture', { people: 2 }],
  ['piano-removal', { van: 'luton_van', people: 2 }],
])

export function ServiceDrawing({ slug }: { slug: string }) {
  const { van, load, people = 0 } = drawings.get(slug) ?? { van: 'large_van', load: 0.5 }
  return (
    <div className="kerb">
      {van ? <Van category={van} load={load ?? 0} /> : null}
      {people > 0 ? <Person /> : null}
      {people > 1 ? <Person /> : null}
    </div>
  )
}
