import { Suspense } from 'react'
import type { LoadRefusal } from './ask.ts'
import { lazyPart } from '#web/ui/lazy-part.tsx'

/** The element that receives the focus when the move is refused. */
export const REFUSAL_ID = 'refused'

/** Fetched once a move is refused. */
const WaysOut = lazyPart(async () => (await import('./remedies.tsx')).WaysOut)

/** The reason why one van with one driver cannot do the move, and what can be done. */
export const RefusalPanel = ({ refusal }: { refusal: LoadRefusal }) => (
  <div id={REFUSAL_ID} tabIndex={-1}>
    <Suspense fallback={<p>{refusal.title}</p>}>
      <WaysOut refusal={refusal} />
    </Suspense>
  </div>
)
