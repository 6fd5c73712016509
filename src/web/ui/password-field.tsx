import { Eye, EyeOff } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { IconButton } from './button.tsx'
import { Field, type FieldProps } from './field.tsx'

/** A password field with a button to show the text. */
export function PasswordField(props: FieldProps & Omit<ComponentProps<'input'>, 'className' | 'type'>) {
  const [isShown, setShown] = useState(false)
  const { label, hint, error, optional, hideLabel, width, className, ...input } = props
  return (
    <Field {...{ label, hint, error, optional, hideLabel, width, className }} id={input.id}>
      {(wiring) => (
        <div className="reveal holds">
          <input
            {...input}
            {...wiring}
            type={isShown ? 'text' : 'password'}
            className="input"
            spellCheck={false}
            autoCapitalize="none"
          />
          <IconButton
            icon={isShown ? EyeOff : Eye}
            label="Show password"
            aria-pressed={isShown}
            onClick={() => setShown(!isShown)}
          />
        </div>
      )}
    </Field>
  )
}
