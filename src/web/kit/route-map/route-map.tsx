import { lazy, Suspense } from 'react'

// Drawn once both ends are known, so that no step waits for it.
const AskedMap = lazy(() => import('./asked-map.tsx'))

/** The route over these postcodes on our own map, once they are whole. */
export const RouteMap = ({ postcodes, day }: { postcodes: readonly string[]; day: string | null }) => (
  <Suspense>
    <AskedMap points={postcodes.join(',')} day={day} />
  </Suspense>
)
