import { Eye } from 'lucide-react'
import { useEffect, useState } from 'react'
import { LOOK_SECONDS } from '#modules/onboarding/verification/rules.ts'
import type { lookAt } from '#modules/onboarding/verification/contract.ts'
import { apiFetch } from '#web/kit/session/api-fetch.ts'
import { readAnswer } from '#web/kit/session/read-answer.ts'
import { Icon } from '#web/ui/icon.tsx'

/** Says that this is open here, while the page is visible, and answers who else has it open. */
export function useLooking(subjectId: string, known: readonly string[]): readonly string[] {
  const [heard, setHeard] = useState<{ subjectId: string; others: readonly string[] } | null>(null)
  useEffect(() => {
    let isGone = false
    const look = async () => {
      if (document.hidden) return
      const others = await say(subjectId)
      if (others && !isGone) setHeard({ subjectId, others })
    }
    void look()
    const timer = setInterval(() => void look(), LOOK_SECONDS * 1000)
    return () => {
      isGone = true
      clearInterval(timer)
    }
  }, [subjectId])
  // Whoever leaves the desk altogether has nothing open any more.
  useEffect(() => () => void say(null), [])
  return heard?.subjectId === subjectId ? heard.others : known
}

async function say(subjectId: string | null): Promise<readonly string[] | undefined> {
  const answer = await apiFetch('/api/admin/looking/', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ subject_id: subjectId }),
    keepalive: true,
  }).catch(() => null)
  return answer?.ok ? (await readAnswer<typeof lookAt>(answer)).others : undefined
}

/** "Ana is looking at this" */
export function Looking({ subjectId, known }: { subjectId: string; known: readonly string[] }) {
  const others = useLooking(subjectId, known)
  return (
    <p className="looking small" aria-live="polite">
      {others.length > 0 ? (
        <>
          <Icon of={Eye} /> {others.join(' and ')} {others.length > 1 ? 'are' : 'is'} looking at this
        </>
      ) : null}
    </p>
  )
}
