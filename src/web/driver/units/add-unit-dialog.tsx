import { useFetcher } from 'react-router'
import { type Answer, errorAt } from '#web/kit/forms/answer.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { InputField } from '#web/ui/field.tsx'

/** Another driver with another van. The answer leads to its van, which closes the dialog. */
export function AddUnitDialog() {
  const fetcher = useFetcher<Answer>()
  const saved = fetcher.state === 'idle' ? fetcher.data : undefined
  return (
    <Dialog title="Another working unit">
      <p className="muted">
        A driver with a van, with hours, documents and an area of its own. Prices are the company’s.
      </p>
      <fetcher.Form method="post" action="/working-unit" className="stack" noValidate>
        <input type="hidden" name="intent" value="add" />
        <InputField
          label="Driver’s name"
          hint="As customers see it"
          name="name"
          maxLength={120}
          error={errorAt(saved, 'name') ?? (saved && !saved.ok ? saved.detail : null)}
        />
        <Button type="submit" look="primary" size="big" wide busy={fetcher.state !== 'idle'}>
          Add the unit
        </Button>
      </fetcher.Form>
    </Dialog>
  )
}
