import { ShieldCheck } from 'lucide-react'
import { DOCUMENT_LABELS } from '#modules/fleet/documents/rules.ts'
import { coverText } from '#modules/pricing/terms/rules.ts'
import type { getCompanyPage } from '#modules/reviews/contract.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { formatDateUk } from '#shared/local-time.ts'
import { Icon } from '#web/ui/icon.tsx'

/** What a company is insured for, in pounds, and the policies that the office has seen; rows of a list of ticks. */
export const CoverLines = ({ cover, papers }: Pick<AnswerOf<typeof getCompanyPage>, 'cover' | 'papers'>) => (
  <>
    <li>
      <Icon of={ShieldCheck} />
      <span>
        <b>Your things.</b> {coverText(cover)}
      </span>
    </li>
    {papers.map(({ kind, expiresOn }) => (
      <li key={kind}>
        <Icon of={ShieldCheck} />
        {DOCUMENT_LABELS[kind]}: we’ve seen the policy, which runs to {formatDateUk(expiresOn)}
      </li>
    ))}
  </>
)
