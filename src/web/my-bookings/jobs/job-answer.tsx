import { useFetcher } from 'react-router'
import type { Answer } from '#web/kit/forms/answer.ts'
import type { Intent, ActionNotice } from './answer-texts.ts'
import type { Job } from './job-texts.ts'

/**
 * Key of the one fetcher that sends every answer of the page, so that the page receives the result even if the card has
 * disappeared.
 */
const JOB_ANSWER = 'job-answer'

export function useJobAnswer() {
  const fetcher = useFetcher<Answer<ActionNotice>>({ key: JOB_ANSWER })
  const isBusy = fetcher.state !== 'idle'
  return { ...fetcher, isBusy, isSending: (id: string) => isBusy && fetcher.formData?.get('bookingId') === id }
}

/** Which job and what of it. */
export const JobFields = ({ job, intent }: { job: Job; intent: Intent }) => (
  <>
    <input type="hidden" name="intent" value={intent} />
    <input type="hidden" name="bookingId" value={job.id} />
    <input type="hidden" name="unitId" value={job.workingUnitId} />
  </>
)
