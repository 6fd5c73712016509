import { getNotificationSettings, saveNotificationSettings } from '#modules/companies/contract.ts'
import { COMPANY_EVENTS } from '#modules/companies/rules.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { dataOf, needDriver, needDriverForm } from '#web/kit/session/gate.server.ts'
import { plainAnswerOf, readForm } from '#web/kit/forms/answer.server.ts'
import { orUnreachable } from '#web/kit/forms/answer.ts'
import { pageMeta } from '#web/kit/page/page-meta.tsx'
import { NoticeTable, noticesIn } from '#web/kit/account/notice-table.tsx'
import { ThisDevice } from '#web/kit/account/device.tsx'
import type { Route } from './+types/notifications'
import { SettingsForm } from '#web/kit/forms/settings-form.tsx'

export const meta: Route.MetaFunction = ({ matches }) => pageMeta(matches, { title: 'Notifications' })

type Settings = AnswerOf<typeof getNotificationSettings>

export async function loader({ context }: Route.LoaderArgs): Promise<{ settings: Settings }> {
  const { call } = needDriver(context)
  return { settings: dataOf(await call(getNotificationSettings)) }
}

export async function action({ request, context }: Route.ActionArgs) {
  const { call } = needDriverForm(context, request)
  const form = await readForm(request)
  const body = noticesIn(form, COMPANY_EVENTS)
  return plainAnswerOf(await call(saveNotificationSettings, { body }))
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orUnreachable(() => serverAction())

export default function Notifications({ loaderData: { settings } }: Route.ComponentProps) {
  return (
    <SettingsForm intent="notifications" save="Save" done="Notifications saved">
      {() => (
        <section className="card">
          <h2 className="h3">What we tell you</h2>
          <p className="small muted mb-4">Email goes to the address of your account, texts to your main phone.</p>
          <ThisDevice />
          <NoticeTable settings={settings} />
        </section>
      )}
    </SettingsForm>
  )
}
