import { useRef, useState } from 'react'
import { parseEmail, likelyEmail } from '#shared/email.ts'
import { classNames } from './class-names.ts'
import { Field, type InputProps } from './field.tsx'

/** An email address: what a mail program puts around it goes when one leaves the field, and what looks like a slip is asked about. */
export function EmailField({
  label,
  hint,
  error,
  optional,
  hideLabel,
  width,
  className,
  inputClass,
  ...props
}: InputProps) {
  const { onBlur, icon: _, ...rest } = props
  const input = useRef<HTMLInputElement>(null)
  const [meant, setMeant] = useState<string | null>(null)
  const put = (address: string) => {
    typeInto(input.current, address)
    setMeant(null)
  }
  const notice = meant ? (
    <>
      Did you mean{' '}
      <button type="button" className="link-btn" onClick={() => put(meant)}>
        {meant}
      </button>
      ?
    </>
  ) : null
  return (
    <Field {...{ label, hint, error, optional, hideLabel, width, className, notice }} id={props.id}>
      {(wiring) => (
        <input
          {...rest}
          {...wiring}
          ref={input}
          type="email"
          className={classNames('input', inputClass)}
          onBlur={(event) => {
            const entered = event.target.value
            const read = parseEmail(entered)
            if (read !== null && read !== entered) typeInto(input.current, read)
            setMeant(likelyEmail(entered))
            onBlur?.(event)
          }}
        />
      )}
    </Field>
  )
}

/** As if somebody had typed it, so that a controlled field hears of it too. */
function typeInto(input: HTMLInputElement | null, text: string): void {
  if (!input) return
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text)
  input.dispatchEvent(new Event('input', { bubbles: true }))
}
