import { formatDayTime } from '#shared/local-time.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { InputField } from '#web/ui/field.tsx'
import type { AppearsAt } from './appears-at.ts'
import type { ContentPage } from './page-texts.ts'
import type { Editing } from './use-editing.ts'

interface AppearsPartProps {
  page: ContentPage
  editing: Editing
  appears: { day: string; time: string }
  setAppears: (appears: { day: string; time: string }) => void
  when: AppearsAt
}

/** When the text becomes public, if not now. */
export function AppearsPart({ page, editing: { act, busy, errors }, appears, setAppears, when }: AppearsPartProps) {
  const isWhole = appears.day.length >= 10 && appears.time.length >= 4
  const scheduled = page.versions.find(({ state }) => state === 'scheduled')
  return (
    <fieldset className="stack gap-2">
      <legend className="label">
        Publish later <small>(optional)</small>
      </legend>
      {scheduled && page.scheduledAt ? (
        <Banner>
          Version {scheduled.number} will be published {formatDayTime(new Date(page.scheduledAt))}, London time.{' '}
          <Button
            size="small"
            busy={busy === 'unschedule'}
            onClick={() => act({ intent: 'unschedule', version: scheduled.number })}
          >
            Cancel publication
          </Button>
        </Banner>
      ) : null}
      <div className="fields">
        <InputField
          label="Day"
          width="third"
          inputMode="numeric"
          placeholder="DD/MM/YYYY"
          maxLength={10}
          autoComplete="off"
          value={appears.day}
          error={(isWhole ? when.errors.day : undefined) ?? errors['day']}
          onChange={({ target }) => setAppears({ ...appears, day: target.value })}
        />
        <InputField
          label="Time"
          width="third"
          inputMode="numeric"
          placeholder="07:00"
          maxLength={5}
          autoComplete="off"
          value={appears.time}
          error={(isWhole ? when.errors.time : undefined) ?? errors['time']}
          onChange={({ target }) => setAppears({ ...appears, time: target.value })}
        />
      </div>
      <output className="hint">
        {when.notice ?? 'London time. Without a day it is published when you press “Publish now”.'}
      </output>
    </fieldset>
  )
}
