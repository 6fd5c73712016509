import { useFetcher } from 'react-router'
import { errorAt, type Answer } from '#web/kit/forms/answer.ts'
import { Button } from '#web/ui/button.tsx'
import { InputField } from '#web/ui/field.tsx'

/** A new working unit. The answer leads to its van. */
export function UnitForm({ name, wide }: { name?: string; wide?: boolean }) {
  const fetcher = useFetcher<Answer>()
  const saved = fetcher.state === 'idle' ? fetcher.data : undefined
  return (
    <fetcher.Form method="post" action="/working-unit" className="stack" noValidate>
      <input type="hidden" name="intent" value="add" />
      <InputField
        label="Driver’s name"
        hint="As customers see it"
        name="name"
        maxLength={120}
        defaultValue={name}
        error={errorAt(saved, 'name') ?? (saved && !saved.ok ? saved.detail : null)}
      />
      <Button type="submit" look="primary" size="big" wide={wide} busy={fetcher.state !== 'idle'}>
        Add the unit
      </Button>
    </fetcher.Form>
  )
}
