import { getNotificationSettings, saveNotificationSettings } from '#modules/companies/notices/contract.ts'
import { CHANNELS, type Channel } from '#modules/notifications/rules.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { dataOf, needDriver, needDriverForm } from '#web/kit/session/gate.server.ts'
import { plainAnswerOf } from '#web/kit/forms/answer.server.ts'
import { asTyped } from '#web/kit/forms/as-typed.ts'
import { textsIn } from '#web/kit/forms/form-text.ts'
import { orUnreachable } from '#web/kit/forms/keep-page.ts'
import { pageMeta } from '#web/kit/page/page-meta.ts'
import { readForm } from '#web/kit/forms/read-form.server.ts'
import { ThisDevice } from '#web/kit/push/this-device.tsx'
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
  // Unticked boxes are not sent, so every event on the page is listed.
  const body = textsIn(form, 'event').map((event) => ({
    event: asTyped<Settings[number]['event']>(event),
    email: form.has(`${event}.email`),
    sms: form.has(`${event}.sms`),
    push: form.has(`${event}.push`),
  }))
  return plainAnswerOf(await call(saveNotificationSettings, { body }))
}

export const clientAction = ({ serverAction }: Route.ClientActionArgs) => orUnreachable(() => serverAction())

export default function Notifications({ loaderData: { settings } }: Route.ComponentProps) {
  return (
    <SettingsForm intent="notifications" save="Save" done="Notifications saved">
      {() => (
        <section className="card">
          <h2 className="h3">What we tell you</h2>
          <p className="small muted mb-4">E-mail goes to the address of your account, texts to your main phone.</p>
          <ThisDevice />
          <table className="tell">
            <thead>
              <tr>
                <th scope="col">When</th>
                <th scope="col">E-mail</th>
                <th scope="col">Text</th>
                <th scope="col">Device</th>
              </tr>
            </thead>
            <tbody>
              {settings.map((setting) => (
                <Row key={setting.event} setting={setting} />
              ))}
            </tbody>
          </table>
        </section>
      )}
    </SettingsForm>
  )
}

const NAMES: Record<Channel, string> = { email: 'e-mail', sms: 'text', push: 'device' }

function Row({ setting }: { setting: Settings[number] }) {
  const { event, label, always } = setting
  return (
    <tr>
      <th scope="row">
        {label}
        {always.length > 0 ? <small>Always by e-mail</small> : null}
        <input type="hidden" name="event" value={event} />
      </th>
      {CHANNELS.map((channel) => {
        const isFixed = always.includes(channel)
        return (
          <td key={channel}>
            <label className="tell__box">
              <span className="vh">{`${label}, ${NAMES[channel]}`}</span>
              <input
                type="checkbox"
                name={isFixed ? undefined : `${event}.${channel}`}
                defaultChecked={setting[channel]}
                disabled={isFixed}
              />
            </label>
            {isFixed ? <input type="hidden" name={`${event}.${channel}`} value="on" /> : null}
          </td>
        )
      })}
    </tr>
  )
}
