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
import { listVehicleMakers } from '#modules/fleet/contract.ts'
import { cancelUnitDocument } from '#modules/fleet/documents/contract.ts'
import { documentPlace } from '#modules/fleet/documents/rules.ts'
import { listPeople } from '#modules/fleet/people/contract.ts'
import { addVan, resetVan, saveVan } from '#modules/fleet/vans/contract.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { localDayOf, type LocalDay } from '#shared/local-time.ts'
import { notSentText } from '#web/driver/documents/not-sent.server.ts'
import { WhoWorks } from '#web/driver/people/who-works.tsx'
import { NextPage, useNextPage } from '../profile/next-page.tsx'
import { FirstUnit } from '#web/driver/units/unit-card.tsx'
import { DocumentFiles } from '#web/kit/documents/document-files.tsx'
import {
  countDocuments,
  isToDo,
  type Document,
  momentText,
  documentLine,
  standingText,
} from '#web/kit/documents/document-texts.ts'
import { plainAnswerOf, readForm } from '#web/kit/forms/answer.server.ts'
import { type Answer, orUnreachable } from '#web/kit/forms/answer.ts'
import { textIn } from '#web/kit/forms/form-text.ts'
import { useArrival, nowIn } from '#web/kit/page/arrival.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { dataOf, needDriver, needDriverForm } from '#web/kit/session/gate.server.ts'
import { chooseUnit, type ChosenUnit } from '#web/kit/units/chosen-unit.server.ts'
import { Badge, type BadgeTone, Icon } from '#web/ui/badge.tsx'
import { Banner } from '#web/ui/banner.tsx'
import { LinkButton } from '#web/ui/button.tsx'
import { classNames } from '#web/ui/class-names.ts'
import { FieldError } from '#web/ui/field.tsx'
import { DocumentUpload } from '../documents/document-upload.tsx'
import type { Route } from './+types/driving-profile'
import { VanForm } from './van-form.tsx'
import { vanOf } from './van-values.server.ts'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Driving Profile' })

interface Loaded extends ChosenUnit {
  makers: AnswerOf<typeof listVehicleMakers>
  people: AnswerOf<typeof listPeople>
  today: LocalDay
  /** Why a document did not arrive that a page without script sent. */
  notSent: string | null
}

export async function loader({ context, url }: Route.LoaderArgs): Promise<Loaded> {
  const { call } = needDriver(context)
  const [chosen, makers, people] = await Promise.all([
    chooseUnit(call, { url }),
    call(listVehicleMakers),
    call(listPeople),
  ])
  return {
    ...chosen,
    makers: dataOf(makers),
    people: dataOf(people),
    today: localDayOf(nowIn(context)),
    notSent: notSentText(url.searchParams),
  }
}

export async function action({ request, context }: Route.ActionArgs): Promise<Answer> {
  const { call } = needDriverForm(context, request)
  const form = await readForm(request)
  const params = { id: textIn(form, 'unitId') }
  switch (textIn(form, 'intent')) {
    case 'take-back':
      return plainAnswerOf(await call(cancelUnitDocument, { params, body: { documentId: textIn(form, 'documentId') } }))
    case 'reset-van':
      return plainAnswerOf(await call(resetVan, { params, body: {} }))
    default:
      return plainAnswerOf(await call(form.has('isNew') ? addVan : saveVan, { params, body: vanOf(form) }))
  }
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orUnreachable(() => serverAction())

export default function DrivingProfile({ loaderData }: Route.ComponentProps) {
  const { unit, makers, people, today, notSent } = loaderData
  if (!unit) return <FirstUnit />
  return (
    <div className="stack">
      {notSent ? (
        <Banner tone="bad" title="The document wasn’t sent">
          {notSent} Choose the files again.
        </Banner>
      ) : null}
      <VanForm
        key={`${unit.id} ${unit.vehicle?.registration}`}
        unitId={unit.id}
        van={unit.vehicle}
        facts={unit.vanFacts}
        makers={makers}
      />
      <WhoWorks people={people} vans={[{ id: unit.id, called: unit.vehicle?.registration ?? unit.name }]} />
      {unit.vehicle ? (
        <Documents
          unitId={unit.id}
          documents={unit.docs}
          registration={(unit.vanFacts?.declared ?? unit.vehicle).registration}
          today={today}
        />
      ) : (
        <p className="muted">The documents come next, once we know the van.</p>
      )}
    </div>
  )
}

interface DocumentsProps {
  unitId: string
  documents: readonly Document[]
  registration: string
  today: LocalDay
}

/** Documents of the driver; each person’s right to work is checked on its own page. */
const ofDrivers: readonly Document['kind'][] = ['driving_licence']
const ofHeavyVans: readonly Document['kind'][] = ['operator_licence', 'tachograph']

/** Every document of a unit: those that need something first. */
function Documents({ unitId, documents, registration, today }: DocumentsProps) {
  const todo = documents.filter(isToDo)
  const others = documents.filter(
    (document) => !isToDo(document) && (document.isRequired || document.newest || document.current),
  )
  // What no van of theirs needs is not asked for.
  const optional = documents.filter(
    (document) => !isToDo(document) && !others.includes(document) && !ofHeavyVans.includes(document.kind),
  )
  const isOfDriver = ({ kind }: Document) => ofDrivers.includes(kind)
  const { inCount, needed } = countDocuments(documents)
  const next = useNextPage()
  const groups = [
    {
      title: 'Documents to sort out',
      note: `${inCount} of ${needed} ${inCount === 1 ? 'is' : 'are'} in. Jobs start when all are approved.`,
      documents: todo,
    },
    { title: 'In order', note: null, documents: others },
    {
      title: 'The driver’s licence',
      note: 'Everyone who drives this van needs one. You can get jobs before you add it.',
      documents: optional.filter(isOfDriver),
    },
    {
      title: 'If you have them',
      note: 'Not needed for this van.',
      documents: optional.filter((document) => !isOfDriver(document)),
    },
  ].filter((group) => group.documents.length > 0)
  return (
    <div id="documents">
      {groups.map(({ title, note, documents: group }) => (
        <section key={title} className="sec mt-6">
          <h2>{title}</h2>
          {note ? <p className="muted">{note}</p> : null}
          <ul className="docs cells g-4 mt-4">
            {group.map((document) => (
              <DocumentCard
                key={`${unitId} ${document.kind}`}
                unitId={unitId}
                document={document}
                registration={registration}
                today={today}
              />
            ))}
          </ul>
        </section>
      ))}
      {next ? (
        <p className="mt-6">
          <NextPage next={next} />
        </p>
      ) : null}
    </div>
  )
}

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
function DocumentCard({ unitId, document, registration, today }: DocumentCardProps) {
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
      className={classNames('doc cells g-3-4 at-top p-4 edge-1 r-card bg-surface', isToDo(document) && 'doc--todo')}
      aria-labelledby={titleId}
      id={place}
      tabIndex={-1}
      ref={card}
    >
      <span
        className={classNames('doc__paper holds block-box edge-w-ink', isMissing && 'doc__paper--none mid-both')}
        aria-hidden="true"
      >
        {isMissing ? <Icon of={Plus} /> : null}
      </span>
      <div className="stack gap-2 shrink">
        <div className="doc__head flex wraps level apart g-1-3">
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
          <div className="doc__acts flex wraps g-2-4 level">
            {shown ? <DocumentFiles label={document.label} submission={waiting ?? shown} /> : null}
            {waiting ? <WithdrawDocument unitId={unitId} documentId={waiting.id} label={document.label} /> : null}
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
        <div className="across stack gap-3">
          {document.standing === 'refused' && document.newest?.reason ? (
            <div className="banner tone-bad p-3-4 r-small small break">
              <b className="block-box">Why it was refused</b>
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

function WithdrawDocument({ unitId, documentId, label }: { unitId: string; documentId: string; label: string }) {
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
