import { drawContent, getContentPage, getContentVersion } from '#modules/content/office/contract.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { orUnreachable } from '#web/kit/forms/answer.ts'
import { readJson } from '#web/kit/forms/answer.server.ts'
import { nowIn } from '#web/kit/page/arrival.ts'
import { configContext } from '#web/kit/page/context.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { dataOf, namedBy, needAdmin, needAdminForm } from '#web/kit/session/gate.server.ts'
import type { Route } from './+types/editor'
import { edit, submittedShape, type Edited } from './edit.server.ts'
import { EditPage } from './edit-page.tsx'
import type { ContentPage, VersionText } from './page-texts.ts'
import './content-editor.css'

export const meta: Route.MetaFunction = ({ matches, loaderData }) =>
  pageMeta(matches, { title: loaderData ? `Edit: ${loaderData.text.title || loaderData.text.name}` : 'Edit' })

export interface Loaded {
  page: ContentPage
  text: VersionText
  drawn: AnswerOf<typeof drawContent>
  /** "vanfare.example" */
  host: string
  now: string
  /** Identifies this opening of the editor, so that a text sent twice is one version. */
  attempt: string
}

export async function loader({ context, params }: Route.LoaderArgs): Promise<Loaded> {
  const { call } = needAdmin(context)
  const page = namedBy(await call(getContentPage, { params: { id: params.id } }))
  const text = dataOf(await call(getContentVersion, { params: { id: page.id, number: page.newestVersion } }))
  const drawn = dataOf(await call(drawContent, { body: { body: text.body } }))
  const { publicUrl } = context.get(configContext)
  return {
    page,
    text,
    drawn,
    host: publicUrl ? new URL(publicUrl).host : 'vanfare',
    now: nowIn(context).toISOString(),
    attempt: crypto.randomUUID(),
  }
}

export async function action({ context, params, request }: Route.ActionArgs): Promise<Edited> {
  const { call } = needAdminForm(context, request)
  return edit(call, params.id, await readJson(request, submittedShape), nowIn(context))
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orUnreachable(() => serverAction())

export default function Editor({ loaderData }: Route.ComponentProps) {
  return <EditPage key={loaderData.page.id} {...loaderData} />
}
