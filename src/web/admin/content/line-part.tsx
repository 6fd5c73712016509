import { MOST } from '#modules/content/rules.ts'
import { InputField, TextareaField } from '#web/ui/field.tsx'
import type { TypedDraft } from './draft-form.ts'

export interface Fields {
  typed: TypedDraft
  change: (fields: Partial<TypedDraft>) => void
  /** The first sentence for each field, by its name on the wire. */
  errors: Record<string, string>
}

type Limited = 'name' | 'title' | 'description' | 'searchDescription' | 'excerpt' | 'author' | 'notYet'

interface LinePartProps extends Fields {
  of: Limited
  label: string
  hint?: string
  className?: string
  optional?: boolean
  isLong?: boolean
}

const wireName = (field: string) => field.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

/** A line of the page with how much of it is used; too much is said, never cut off. */
export function LinePart({ of, label, isLong, className, typed, change, errors, ...more }: LinePartProps) {
  const [length, most] = [typed[of].trim().length, MOST[of]]
  const field = {
    ...more,
    label: (
      <>
        {label}{' '}
        <small className="num">
          {length} of {most}
        </small>
      </>
    ),
    value: typed[of],
    error: length > most ? `At most ${most} characters; this has ${length}.` : errors[wireName(of)],
    onChange: ({ target }: { target: { value: string } }) => change({ [of]: target.value }),
  }
  return isLong ? <TextareaField {...field} rows={3} /> : <InputField {...field} inputClass={className} />
}
