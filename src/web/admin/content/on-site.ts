import { redirect } from 'react-router'
import { getContentPage, previewContent } from '#modules/content/office/contract.ts'
import { namedBy, needAdminForm } from '#web/kit/session/gate.server.ts'
import type { Route } from './+types/on-site'
import { editAddress } from './page-texts.ts'

export const loader = ({ params }: Route.LoaderArgs) => redirect(editAddress(params.id))

/** "View on site": the public page with what the public sees, by a key that lets the office in (shell/menus.server.ts). */
export async function action({ context, params, request }: Route.ActionArgs) {
  const { call } = needAdminForm(context, request)
  const page = namedBy(await call(getContentPage, { params: { id: params.id } }))
  const version = page.publicVersion ?? page.newestVersion
  const { token } = namedBy(await call(previewContent, { params: { id: params.id }, body: { version } }))
  return redirect(`${page.path}?view=${token}`)
}
