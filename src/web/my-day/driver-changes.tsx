import { useState } from 'react'
import type { listChanges } from '#modules/bookings/changes/contract.ts'
import type { listKeysLinks } from '#modules/bookings/changes/key-release-links/contract.ts'
import { BookingChanges } from '#web/kit/changes/booking-changes.tsx'
import type { ChangeSaid } from '#web/kit/changes/change-answer.server.ts'
import type { ChangeShown } from '#web/kit/changes/change-texts.ts'
import type { KeysLinkShown } from '#web/kit/changes/keys-texts.ts'
import { ScreenCode } from '#web/kit/changes/screen-code.tsx'
import type { Answer } from '#web/kit/forms/answer.ts'
import { useLive } from '#web/kit/page/live.ts'
import { useSession } from '#web/kit/page/root-data.ts'
import { apiFetch } from '#web/kit/session/api-fetch.ts'
import { readAnswer } from '#web/kit/session/read-answer.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import type { Act } from './day-actions.ts'
import { areKeysThere, type Job } from './day-state.ts'

interface MoverChangesProps {
  job: Job
  loaded: ChangeShown[]
  keysLinks: KeysLinkShown[]
  pageAnswer: Answer<ChangeSaid> | undefined
  act: (act: Act, photos?: readonly File[]) => void
}

/** What either side has proposed, and whether the keys are released, in the cab. Heard of without reading the page again, which may not come. */
export function MoverChanges({ job, loaded, keysLinks: loadedLinks, pageAnswer, act }: MoverChangesProps) {
  const [changes, setChanges] = useLatest(loaded)
  const [keysLinks, setKeysLinks] = useLatest(loadedLinks)
  useLive('/api/booking/live/', () => {
    void fetchOf<typeof listChanges>(`/api/booking/${job.id}/changes/`, setChanges)
    void fetchOf<typeof listKeysLinks>(`/api/booking/${job.id}/keys-links/`, setKeysLinks)
  })
  const mayPrice = useSession()?.isHired === false
  return (
    <BookingChanges
      booking={{ ...job, totalPence: job.totalPence ?? 0 }}
      changes={changes}
      keysLinks={keysLinks}
      side="mover"
      who={job.customer?.firstName ?? 'the customer'}
      mayPrice={mayPrice}
      areKeysThere={areKeysThere(
        job,
        keysLinks.some(({ releasedAt }) => releasedAt !== null),
      )}
      onKeep={(proposal, photos) => act({ does: 'propose-change', proposal }, photos)}
      pageAnswer={pageAnswer}
    />
  )
}

/** What was heard last, until the page is read again. */
function useLatest<Shown>(loaded: Shown) {
  const [latest, setLatest] = useState(loaded)
  const [before, setBefore] = useState(loaded)
  if (before !== loaded) {
    setBefore(loaded)
    setLatest(loaded)
  }
  return [latest, setLatest] as const
}

/** Nothing is changed without signal. */
async function fetchOf<One extends typeof listChanges | typeof listKeysLinks>(
  path: `/api/${string}`,
  take: (list: AnswerOf<One>) => void,
): Promise<void> {
  const answer = await apiFetch(path).catch(() => null)
  if (answer?.ok) take(await readAnswer<One>(answer))
}

/** A code to show while the job is on. */
export const CodeOfJob = ({ job, pageAnswer }: Pick<MoverChangesProps, 'job' | 'pageAnswer'>) =>
  job.status === 'confirmed' || job.status === 'in_progress' ? (
    <ScreenCode bookingId={job.id} pageAnswer={pageAnswer} />
  ) : null
