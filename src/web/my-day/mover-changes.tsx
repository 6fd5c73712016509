import { useState } from 'react'
import type { listChanges } from '#modules/bookings/changes/contract.ts'
import { BookingChanges } from '#web/kit/changes/booking-changes.tsx'
import type { ChangeSaid } from '#web/kit/changes/change-answer.server.ts'
import type { ChangeShown } from '#web/kit/changes/change-words.ts'
import type { KeysLinkShown } from '#web/kit/changes/keys-words.ts'
import { ScreenCode } from '#web/kit/changes/screen-code.tsx'
import type { Answer } from '#web/kit/forms/answer.ts'
import { useLive } from '#web/kit/page/live.ts'
import { useSession } from '#web/kit/page/root-data.ts'
import { apiFetch } from '#web/kit/session/api-fetch.ts'
import { readAnswer } from '#web/kit/session/read-answer.ts'
import type { Job } from './day-state.ts'

interface MoverChangesProps {
  job: Job
  loaded: ChangeShown[]
  keysLinks: KeysLinkShown[]
  pageAnswer: Answer<ChangeSaid> | undefined
}

/** What either side has proposed, in the cab. Heard of without reading the page again, which may not come. */
export function MoverChanges({ job, loaded, keysLinks, pageAnswer }: MoverChangesProps) {
  const [changes, setChanges] = useState(loaded)
  const [before, setBefore] = useState(loaded)
  if (before !== loaded) {
    setBefore(loaded)
    setChanges(loaded)
  }
  const refresh = async () => {
    const answer = await apiFetch(`/api/booking/${job.id}/changes/`).catch(() => null)
    if (answer?.ok) setChanges([...(await readAnswer<typeof listChanges>(answer))])
  }
  useLive('/api/booking/live/', () => void refresh())
  const mayPrice = useSession()?.isHired === false
  return (
    <BookingChanges
      booking={{ ...job, totalPence: job.totalPence ?? 0 }}
      changes={changes}
      keysLinks={keysLinks}
      side="mover"
      who={job.customer?.firstName ?? 'the customer'}
      mayPrice={mayPrice}
      pageAnswer={pageAnswer}
    />
  )
}

/** A code to show while the job is on. */
export const CodeOfJob = ({ job, pageAnswer }: Pick<MoverChangesProps, 'job' | 'pageAnswer'>) =>
  job.status === 'confirmed' || job.status === 'in_progress' ? (
    <ScreenCode bookingId={job.id} pageAnswer={pageAnswer} />
  ) : null
