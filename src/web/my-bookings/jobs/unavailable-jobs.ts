// Hot jobs that were shown and are no longer there.
import { useEffect, useRef, useState } from 'react'
import type { Answer } from '#web/kit/forms/answer.ts'
import { useClock } from '#web/kit/page/root-data.ts'
import type { Said } from './answer-texts.ts'
import { isHotJob, type HotJob, type Job } from './job-texts.ts'

interface Reason {
  title: string
  why: string
}

export interface Gone extends Reason {
  job: HotJob
}

const MEANWHILE: Reason = {
  title: 'Gone',
  why: 'It has been taken or cancelled. If you took it in another window, it is under Confirmed Bookings.',
}
const EXPIRED: Reason = { title: 'Time is up', why: 'Nobody took it in time. Nothing has changed in your calendar.' }

const REFUSED = new Map<string, Reason>([
  [
    'already_taken',
    { title: 'Already taken', why: 'Another driver took it just before you. Nothing has changed in your calendar.' },
  ],
  [
    'slot_taken',
    { title: 'It clashes with another job', why: 'You have another job then, so this van can’t do it as well.' },
  ],
])

interface Answered {
  /** The job that was last answered, and what came of it. */
  id: string | null
  answer: Answer<Said> | undefined
}

/** What has gone from `before` to `jobs` by `now`, except what this driver took. */
export function goneFrom(before: readonly Job[], jobs: readonly Job[], { id, answer }: Answered, now: Date): Gone[] {
  const here = new Set(jobs.map((job) => job.id))
  return before.filter(isHotJob).flatMap((job): Gone[] => {
    if (here.has(job.id) || (job.id === id && answer?.ok)) return []
    const code = job.id === id && answer && !answer.ok ? answer.code : ''
    const unanswered = new Date(job.hot.closesAt) <= now ? EXPIRED : MEANWHILE
    return [{ job, ...(REFUSED.get(code) ?? unanswered) }]
  })
}

/** Remembers what was shown under this address; another page or filter starts anew. */
export function useGoneJobs(address: string, jobs: readonly Job[], answered: Answered) {
  const shown = useRef({ address, jobs })
  const latest = useRef(answered)
  const clock = useClock()
  const [gone, setGone] = useState<{ address: string; list: Gone[] }>({ address, list: [] })
  useEffect(() => {
    latest.current = answered
  })
  useEffect(() => {
    const before = shown.current
    shown.current = { address, jobs }
    const isSame = before.address === address
    const fresh = isSame ? goneFrom(before.jobs, jobs, latest.current, clock()) : []
    const here = new Set(jobs.map(({ id }) => id))
    setGone(({ list }) => ({
      address,
      list: [...(isSame ? list.filter(({ job }) => !here.has(job.id)) : []), ...fresh],
    }))
  }, [address, jobs, clock])
  const close = (id: string) =>
    setGone(({ list, ...rest }) => ({ ...rest, list: list.filter(({ job }) => job.id !== id) }))
  return { gone: gone.address === address ? gone.list : [], close }
}
