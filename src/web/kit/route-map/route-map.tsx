import { Suspense } from 'react'
import { optionalPart } from '#web/ui/lazy-part.tsx'

// Drawn once both ends are known, so that no step waits for it.
const AskedMap = optionalPart(async () => (await import('./asked-map.tsx')).default)

/** The route over these postcodes on our own map, once they are whole. */
export const RouteMap = ({ postcodes, day }: { postcodes: readonly string[]; day: string | null }) => (
  <Suspense>
    <AskedMap points={postcodes.join(',')} day={day} />
  </Suspense>
)
