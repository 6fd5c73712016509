import { useEffect, useState } from 'react'
import type { previewVerification } from '#modules/onboarding/office/verification/contract.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { apiFetch } from '#web/kit/session/api-fetch.ts'
import { readAnswer } from '#web/kit/session/read-answer.ts'
import type { Judged } from './verification-texts.ts'

type Outlook = AnswerOf<typeof previewVerification>

/** What would become of the unit, asked of the server a moment after each decision; an older answer never replaces a newer one. */
export function useOutlook(unitId: string, judged: readonly Judged[], factsId: string | null): Outlook | null {
  const [heard, setHeard] = useState<{ question: string; outlook: Outlook | null } | null>(null)
  const decided = judged.filter(({ decision }) => decision !== null)
  const vanFacts = decided.find(({ id }) => id === factsId)
  const documents = decided.filter(({ id }) => id !== factsId)
  const question =
    decided.length === 0
      ? null
      : JSON.stringify({
          decisions: documents.map(({ id, decision }) => ({ document_id: id, decision })),
          van_facts: vanFacts ? { id: vanFacts.id, decision: vanFacts.decision } : null,
        })
  useEffect(() => {
    if (!question) return undefined
    let isOld = false
    const ask = async () => {
      const outlook = await preview(unitId, question)
      if (!isOld) setHeard({ question, outlook })
    }
    const timer = setTimeout(() => void ask(), 150)
    return () => {
      isOld = true
      clearTimeout(timer)
    }
  }, [unitId, question])
  return heard && heard.question === question ? heard.outlook : null
}

/** Null where there is no answer: the decision can be sent without one. */
async function preview(unitId: string, body: string): Promise<Outlook | null> {
  const answer = await apiFetch(`/api/admin/verifications/${unitId}/preview/`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body,
  }).catch(() => null)
  return answer?.ok ? readAnswer<typeof previewVerification>(answer) : null
}
