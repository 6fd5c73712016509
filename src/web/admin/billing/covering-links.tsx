import { Link } from 'react-router'
import type { previewDocument } from '#modules/billing/runs/contract.ts'
import type { DocumentKind } from '#modules/billing/documents/rules.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { daysText } from '#web/kit/billing/billing-texts.ts'
import { FAMILIES } from './families.ts'

type Covering = AnswerOf<typeof previewDocument>['coveredBy']

/** Saved documents that have some days already, each with its days: "STM-2026/27-00007 (10/03/2026 to 16/03/2026)". */
export const CoveringLinks = ({ kind, documents }: { kind: DocumentKind; documents: Covering }) =>
  documents.map((document, index) => (
    <span key={document.id}>
      {index > 0 ? ', ' : ''}
      <Link className="one-line" to={`${FAMILIES[kind].path}/${document.id}`}>
        {document.number ?? 'saved invoices'}
      </Link>{' '}
      ({daysText(document)})
    </span>
  ))
