import { useFetcher } from 'react-router'
import { type Answer, errorAt } from '#web/kit/forms/answer.ts'
import { useSession } from '#web/kit/page/root-data.ts'
import { Button } from '#web/ui/button.tsx'
import { InputField } from '#web/ui/field.tsx'

/** A company without a working unit begins with one: a driver and, next, a van. */
export function FirstUnit() {
  const fetcher = useFetcher<Answer>()
  const name = useSession()?.firstName ?? ''
  const saved = fetcher.state === 'idle' ? fetcher.data : undefined
  return (
    <section className="card stack">
      <h2 className="h3">Your first working unit</h2>
      <p className="muted">A working unit is a driver with a van. You can add more later.</p>
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
        <Button type="submit" look="primary" size="big" busy={fetcher.state !== 'idle'}>
          Add the unit
        </Button>
      </fetcher.Form>
    </section>
  )
}
