import { CircleCheck, CircleX, Minus, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { CHECK_LABELS } from '#modules/onboarding/verification/rules.ts'
import { formatDateUk, localDayOf } from '#shared/local-time.ts'
import { pagesOf } from '#web/kit/documents/document-texts.ts'
import { DocumentViewer } from '#web/kit/documents/paper-viewer.tsx'
import { History } from '#web/kit/office/office-shell.tsx'
import { Badge, Icon } from '#web/ui/badge.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog, useDialogs } from '#web/ui/dialog.tsx'
import { Disclosure } from '#web/ui/banner.tsx'
import { Facts } from '#web/ui/facts.tsx'
import { decidedEntries, stopEntries } from './verification-texts.ts'
import type { Verification } from './verifications.tsx'

type Decided = Verification['decided'][number]

interface OtherDocumentsProps {
  documents: Verification['documents']
  decided: Verification['decided']
}

/** Documents that do not wait: those that count, to be opened again, and those that are missing. */
export function OtherDocuments({ documents, decided }: OtherDocumentsProps) {
  const others = documents.filter(
    ({ newest, current, isRequired }) => newest?.status !== 'pending' && (current || isRequired),
  )
  if (others.length === 0) return null
  return (
    <ul className="row gap-2 list" aria-label="Other documents">
      {others.map(({ kind, label, current, standing }) => {
        const one = decided.find(({ submission }) => submission.id === current?.id)
        return (
          <li key={kind}>
            {one ? (
              <OpenDecided decided={one} icon={CircleCheck}>
                {label}
                <span className="vh"> approved, open</span>
              </OpenDecided>
            ) : (
              <Badge tone={current ? 'green-soft' : 'off'} icon={current ? CircleCheck : Minus}>
                {current ? label : `${label} ${standing === 'missing' ? 'not sent' : standing}`}
              </Badge>
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** Documents that were decided, each to be opened again: when, by whom, and why or after which ticks. */
export function DecidedDocuments({ decided }: { decided: Verification['decided'] }) {
  if (decided.length === 0) return null
  return (
    <section className="card" aria-labelledby="decided">
      <h2 className="h3" id="decided">
        Decided
      </h2>
      <ul className="divide list">
        {decided.map((one) => {
          const { label, isApproved, isReplaced, decidedBy, submission } = one
          return (
            <li className="cells cols-mid level g-3 py-2" key={submission.id}>
              <Icon of={isApproved ? CircleCheck : CircleX} />
              <span>
                <b>{label}</b>
                <span className="small muted">
                  {' '}
                  {isApproved ? 'Approved' : 'Refused'} {dayOf(submission.decidedAt)}
                  {decidedBy ? ` by ${decidedBy}` : null}
                  {submission.reason ? `: ${submission.reason}` : null}
                  {isReplaced ? ' (replaced since)' : null}
                </span>
              </span>
              <OpenDecided decided={one}>
                Open<span className="vh"> {label}</span>
              </OpenDecided>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

interface OpenDecidedProps {
  decided: Decided
  icon?: LucideIcon
  children: ReactNode
}

function OpenDecided({ decided, icon, children }: OpenDecidedProps) {
  const { open } = useDialogs()
  const view = () => open(<DecidedDialog decided={decided} />)
  return (
    <Button size="small" icon={icon} onClick={view}>
      {children}
    </Button>
  )
}

function DecidedDialog({ decided: { label, ticks, submission, isApproved, decidedBy } }: { decided: Decided }) {
  const by = decidedBy ? ` by ${decidedBy}` : ''
  return (
    <Dialog title={label}>
      <p className="small muted">
        {isApproved ? 'Approved' : 'Refused'} {dayOf(submission.decidedAt)}
        {by}
        {submission.reason ? `: ${submission.reason}` : null}
      </p>
      <DocumentViewer label={label} pages={pagesOf(label, submission)} isBeingDrawn={submission.isBeingDrawn} />
      {ticks.length > 0 ? (
        <>
          <p className="small">Ticked{by}:</p>
          <Facts
            className="facts"
            facts={ticks.map(({ field, onFile }) => ({ name: CHECK_LABELS[field], value: onFile }))}
          />
        </>
      ) : null}
    </Dialog>
  )
}

/** Documents, stops and appeals together. */
export function UnitHistory({ decided, history }: Pick<Verification, 'decided' | 'history'>) {
  const entries = [...decidedEntries(decided), ...stopEntries(history)]
  if (entries.length === 0) return null
  return (
    <section className="card">
      <Disclosure summary="Who did what">
        <History entries={entries} />
      </Disclosure>
    </section>
  )
}

const dayOf = (instant: string | null) => (instant ? formatDateUk(localDayOf(new Date(instant))) : '')
