import { CHANNELS, type Channel } from '#modules/notifications/rules.ts'

/** An event that somebody is told of, as the API answers it. */
export interface NoticeSetting extends Record<Channel, boolean> {
  event: string
  label: string
  /** Channels that cannot be switched off. */
  always: readonly Channel[]
}

const NAMES: Record<Channel, string> = { email: 'email', sms: 'text', push: 'device' }

/** A row for each event with a box for each channel; `noticesIn` reads the form around it. */
export function NoticeTable({ settings }: { settings: readonly NoticeSetting[] }) {
  return (
    <table className="tell">
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">Email</th>
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
  )
}

function Row({ setting }: { setting: NoticeSetting }) {
  const { event, label, always } = setting
  return (
    <tr>
      <th scope="row">
        {label}
        {always.length > 0 ? <small>Always by email</small> : null}
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
