import { Form, Link, useNavigation } from 'react-router'
import { formatDateUk } from '#shared/local-time.ts'
import { Button } from '#web/ui/button.tsx'
import { subjectInAddress } from './change-fields.ts'
import { addressOf, valueText, yearAfter, type Row, type Settings, type Subject } from './setting-texts.ts'

/** Opens the form below the tabs. */
export const ChangeLink = ({
  settings,
  subject,
  name,
  find = '',
}: Pick<Subject, 'subject' | 'name'> & { settings: Settings; find?: string }) => {
  if (!settings.mayChange) return null
  const search = new URLSearchParams({ change: subjectInAddress(subject), ...(find ? { find } : {}) })
  return (
    <Link className="link-btn" to={`${addressOf(settings.part)}?${search}`}>
      Change<span className="vh"> {name}</span>
    </Link>
  )
}

/** Of a change whose day has not come. */
export function Withdraw({ settings: { version, mayChange }, row }: { settings: Settings; row: Row }) {
  const isBusy = useIsBusy(row.id)
  if (!mayChange) return null
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="withdraw" />
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="id" value={row.id} />
      <Button type="submit" size="small" busy={isBusy}>
        Withdraw
        <span className="vh">
          : {row.name}, {valueText(row.value)} from {formatDateUk(row.fromDay)}
        </span>
      </Button>
    </Form>
  )
}

/** Somebody has looked where it is published. */
export function StillSo({ settings: { version, today, mayChange }, row }: { settings: Settings; row: Row }) {
  const isBusy = useIsBusy(row.id)
  if (!mayChange) return null
  const until = formatDateUk(yearAfter(today))
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="checked" />
      <input type="hidden" name="version" value={version} />
      <input type="hidden" name="id" value={row.id} />
      <input type="hidden" name="check_by" value={until} />
      <Button type="submit" size="small" busy={isBusy}>
        Still correct. Check again by {until}
        <span className="vh">: {row.name}</span>
      </Button>
    </Form>
  )
}

function useIsBusy(id: string): boolean {
  const { formData, formMethod } = useNavigation()
  return formMethod === 'POST' && formData?.get('id') === id
}
