import {
  Camera,
  CircleX,
  Clock,
  Hourglass,
  Minus,
  Plus,
  ShieldCheck,
  TriangleAlert,
  type LucideIcon,
} from 'lucide-react'
import { useState } from 'react'
import { useFetcher } from 'react-router'
import { documentPlace } from '#modules/fleet/documents/rules.ts'
import type { LocalDay } from '#shared/local-time.ts'
import { useArrival } from '#web/kit/page/arrival.ts'
import type { Answer } from '#web/kit/forms/answer.ts'
import { Badge, type BadgeTone } from '#web/ui/badge.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { FieldError } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { DocumentFiles } from '#web/kit/documents/document-files.tsx'
import { DocumentUpload } from './document-upload.tsx'
import { isToDo, momentText, documentLine, standingText, type Document } from '#web/kit/documents/document-texts.ts'

const looks: Record<Document['standing'], { tone: BadgeTone; icon: LucideIcon }> = {
  missing: { tone: 'off', icon: Minus },
  pending: { tone: 'blue-soft', icon: Hourglass },
  refused: { tone: 'red', icon: CircleX },
  expired: { tone: 'red', icon: Clock },
  expiring: { tone: 'orange', icon: TriangleAlert },
  approved: { tone: 'green-soft', icon: ShieldCheck },
}

interface DocumentCardProps {
  unitId: string
  document: Document
  registration: string
  today: LocalDay
}

/** A document: its name, expiry date, standing and one action. */
export function DocumentCard({ unitId, document, registration, today }: DocumentCardProps) {
  const isMissing = document.standing === 'missing'
  const needsOne = isToDo(document) && document.standing !== 'expiring'
  const [isOpen, setOpen] = useState(false)
  const waiting = document.newest?.status === 'pending' ? document.newest : null
  const shown = document.current ?? document.newest
  const place = documentPlace(document.kind)
  const titleId = `${place}-title`
  const card = useArrival<HTMLLIElement>(place)
  return (
    <li
      className={classNames('doc', isToDo(document) && 'doc--todo')}
      aria-labelledby={titleId}
      id={place}
      tabIndex={-1}
      ref={card}
    >
      <span className={classNames('doc__paper', isMissing && 'doc__paper--none')} aria-hidden="true">
        {isMissing ? <Icon of={Plus} /> : null}
      </span>
      <div className="doc__body">
        <div className="doc__head">
          <h3 id={titleId}>{document.label}</h3>
          <Badge {...looks[document.standing]}>{standingText(document)}</Badge>
        </div>
        <p className="small muted num">{documentLine(document, today)}</p>
        {document.standing === 'expiring' && !waiting ? (
          <p className="small">Send the new one now. This one counts until then.</p>
        ) : null}
        {document.current && waiting ? (
          <p className="small num">New one sent {momentText(waiting.submittedAt, today)}, waiting to be checked.</p>
        ) : null}
        {needsOne ? null : (
          <div className="doc__acts">
            {shown ? <DocumentFiles label={document.label} submission={waiting ?? shown} /> : null}
            {waiting ? <TakeBack unitId={unitId} documentId={waiting.id} label={document.label} /> : null}
            <LinkButton
              icon={isToDo(document) ? Camera : undefined}
              aria-expanded={isOpen}
              onClick={() => setOpen(!isOpen)}
            >
              {isToDo(document) ? 'Send the new one' : isMissing ? 'Add it' : 'Replace'}
              <span className="vh"> {document.label}</span>
            </LinkButton>
          </div>
        )}
      </div>
      {needsOne || isOpen ? (
        <div className="doc__full stack gap-3">
          {document.standing === 'refused' && document.newest?.reason ? (
            <div className="why">
              <b>Why it was refused</b>
              {document.newest.reason}
            </div>
          ) : null}
          <DocumentUpload
            unitId={unitId}
            document={document}
            registration={registration}
            onSent={() => setOpen(false)}
          />
        </div>
      ) : null}
    </li>
  )
}

function TakeBack({ unitId, documentId, label }: { unitId: string; documentId: string; label: string }) {
  const fetcher = useFetcher<Answer>()
  const saved = fetcher.state === 'idle' ? fetcher.data : undefined
  return (
    <fetcher.Form method="post" action="/settings/driving-profile">
      <input type="hidden" name="intent" value="take-back" />
      <input type="hidden" name="unitId" value={unitId} />
      <input type="hidden" name="documentId" value={documentId} />
      <LinkButton type="submit" disabled={fetcher.state !== 'idle'}>
        Withdraw<span className="vh">: {label}</span>
      </LinkButton>
      <FieldError error={saved && !saved.ok ? saved.detail : null} />
    </fetcher.Form>
  )
}
