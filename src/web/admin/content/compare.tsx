import { Undo2 } from 'lucide-react'
import { Form, redirect, useNavigation } from 'react-router'
import { getContentPage, getContentVersion, restoreContentVersion } from '#modules/content/office/contract.ts'
import { plainAnswerOf, readForm } from '#web/kit/forms/answer.server.ts'
import { type Answer, orUnreachable } from '#web/kit/forms/answer.ts'
import { textIn } from '#web/kit/forms/form-text.ts'
import { OfficeHead } from '#web/kit/office/office-shell.tsx'
import { officeMoment } from '#web/kit/office/office-pages.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { namedBy, needAdmin, needAdminForm } from '#web/kit/session/gate.server.ts'
import { ProblemBanner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import type { Route } from './+types/compare'
import { DraftDifferences, typedOf, type TypedDraft } from './draft-form.tsx'
import { editAddress, type VersionInList } from './page-texts.ts'
import './content-editor.css'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Compare versions' })

interface Loaded {
  id: string
  title: string
  number: number
  newest: number
  /** Absent if it is older than those that the history lists. */
  line: VersionInList | null
  before: TypedDraft
  after: TypedDraft
  attempt: string
}

export async function loader({ context, params }: Route.LoaderArgs): Promise<Loaded> {
  const { call } = needAdmin(context)
  const page = namedBy(await call(getContentPage, { params: { id: params.id } }))
  const read = async (number: number) => namedBy(await call(getContentVersion, { params: { id: page.id, number } }))
  const [old, newest] = [await read(Number(params.number)), await read(page.newestVersion)]
  return {
    id: page.id,
    title: page.title || page.name || 'Without a title',
    number: old.number,
    newest: newest.number,
    line: page.versions.find(({ number }) => number === old.number) ?? null,
    before: typedOf(old),
    after: typedOf(newest),
    attempt: crypto.randomUUID(),
  }
}

export async function action({ context, params, request }: Route.ActionArgs): Promise<Answer> {
  const { call } = needAdminForm(context, request)
  const form = await readForm(request)
  const attempt = textIn(form, 'attempt')
  const restored = await call(
    restoreContentVersion,
    {
      params: { id: params.id, number: Number(params.number) },
      body: { fromVersion: Number(textIn(form, 'from_version')) },
    },
    /^[\w-]{36}$/.test(attempt) ? { idempotencyKey: attempt } : {},
  )
  if (restored.ok) throw redirect(editAddress(params.id))
  return plainAnswerOf(restored)
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orUnreachable(() => serverAction())

export default function Compare({ loaderData, actionData }: Route.ComponentProps) {
  const { id, title, number, newest, line, before, after, attempt } = loaderData
  const isBusy = useNavigation().formMethod === 'POST'
  const answer: Answer | undefined = actionData
  return (
    <div className="stack">
      <OfficeHead title={`Version ${number} beside version ${newest}`} backTo={{ name: title, to: editAddress(id) }}>
        {number === newest ? null : (
          <Form method="post">
            <input type="hidden" name="from_version" value={newest} />
            <input type="hidden" name="attempt" value={attempt} />
            <Button type="submit" size="small" icon={Undo2} busy={isBusy}>
              Restore version {number}
            </Button>
          </Form>
        )}
      </OfficeHead>
      <ProblemBanner text={answer && !answer.ok && answer.detail} />
      {line ? (
        <p className="muted num">
          {officeMoment(line.createdAt)}, {line.createdBy ?? 'from a file'}. Text removed since then is marked −, text
          added +.
        </p>
      ) : null}
      <DraftDifferences before={before} after={after} />
      <p className="small muted">Restoring makes a new draft with the old text. Nothing is lost.</p>
    </div>
  )
}
