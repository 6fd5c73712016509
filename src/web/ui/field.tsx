import { CircleAlert, CircleQuestionMark } from 'lucide-react'
import { useId, useState, type ComponentProps, type FormEvent, type ReactNode } from 'react'
import { formatDuration, selectableDurations, type Minutes } from '#shared/duration.ts'
import { classNames } from './class-names.ts'
import { Icon } from './badge.tsx'

export interface FieldProps {
  label: ReactNode
  /** Says what the label cannot; never repeats it. */
  hint?: ReactNode
  /** What to do, not what went wrong; marks the field as invalid. */
  error?: string | null
  /** Shown after the label: "(optional)". */
  optional?: boolean
  /** The label is read out but not shown. */
  hideLabel?: boolean
  /** Width in a `.fields` grid. */
  width?: 'half' | 'third' | 'two3'
  className?: string
}

export interface Noticed {
  /** Asked about rather than refused. Read out when it appears, so give null, not nothing, where there may be one later. */
  notice?: ReactNode
}

interface Wiring {
  id: string
  'aria-invalid': true | undefined
  'aria-describedby': string | undefined
}

/** A labelled control with hint and error; `children` receives the ids and aria attributes to spread on the control. */
export function Field(props: FieldProps & Noticed & { id?: string; children: (wiring: Wiring) => ReactNode }) {
  const { label, hint, notice, optional, hideLabel, width, className, children } = props
  // What the page itself found (kit/forms/form-text.ts), until something else is entered.
  const [flaw, setFlaw] = useState<string | null>(null)
  const error = flaw ?? props.error
  const generated = useId()
  const id = props.id ?? generated
  const describedBy = classNames(
    hint ? `${id}-hint` : null,
    error ? `${id}-error` : null,
    notice ? `${id}-notice` : null,
  )
  return (
    <div
      className={classNames('field', error && 'is-bad', width, className)}
      onInvalidCapture={(event) => setFlaw(flawIn(event))}
      onInput={() => setFlaw(null)}
    >
      <label className={hideLabel ? 'vh' : 'label'} htmlFor={id}>
        {label}
        {optional ? <small> (optional)</small> : null}
      </label>
      {hint ? (
        <p className="hint" id={`${id}-hint`}>
          {hint}
        </p>
      ) : null}
      {children({ id, 'aria-invalid': error ? true : undefined, 'aria-describedby': describedBy || undefined })}
      <FieldError id={`${id}-error`} error={error} />
      {notice === undefined ? null : (
        <output className="notice flex g-15 t-sm mid lh-135">
          {notice ? (
            <>
              <Icon of={CircleQuestionMark} />
              <span id={`${id}-notice`}>{notice}</span>
            </>
          ) : null}
        </output>
      )}
    </div>
  )
}

const flawIn = ({ target }: FormEvent): string | null =>
  target instanceof HTMLElement && 'validationMessage' in target ? String(target.validationMessage) : null

export function FieldError({ id, error }: { id?: string; error: string | null | undefined }) {
  if (!error) return null
  return (
    <p className="error" id={id}>
      <Icon of={CircleAlert} />
      <span>{error}</span>
    </p>
  )
}

export type InputProps = FieldProps &
  Omit<ComponentProps<'input'>, 'className'> & { icon?: ReactNode; inputClass?: string }

export function InputField(props: InputProps) {
  const { label, hint, error, optional, hideLabel, width, className, icon, inputClass, ...input } = props
  return (
    <Field {...{ label, hint, error, optional, hideLabel, width, className }} id={input.id}>
      {(wiring) => {
        const control = <input {...input} {...wiring} className={classNames('input', inputClass)} />
        return icon ? (
          <span className="affix">
            {icon}
            {control}
          </span>
        ) : (
          control
        )
      }}
    </Field>
  )
}

/** A code of digits that came to the person's phone. */
export const CodeField = ({ label = 'Code from the text', name = 'code', ...props }: Partial<InputProps>) => (
  <InputField
    label={label}
    name={name}
    inputMode="numeric"
    autoComplete="one-time-code"
    required
    data-missing="The code has six digits."
    inputClass="num"
    maxLength={10}
    {...props}
  />
)

/** An amount of pounds as typed; read it with `parsePounds`. */
export function MoneyField({ className, ...props }: Omit<InputProps, 'icon' | 'type'>) {
  return (
    <Field {...fieldPart(props)} className={className} id={props.id}>
      {(wiring) => (
        <span className="affix affix--money">
          <span aria-hidden="true">£</span>
          <input inputMode="decimal" data-reads="pounds" {...controlPart(props)} {...wiring} className="input" />
        </span>
      )}
    </Field>
  )
}

export function SelectField({ children, ...props }: FieldProps & Omit<ComponentProps<'select'>, 'className'>) {
  return (
    <Field {...fieldPart(props)} id={props.id}>
      {(wiring) => (
        <select {...controlPart(props)} {...wiring} className="input">
          {children}
        </select>
      )}
    </Field>
  )
}

export function TextareaField(props: FieldProps & Omit<ComponentProps<'textarea'>, 'className'>) {
  return (
    <Field {...fieldPart(props)} id={props.id}>
      {(wiring) => <textarea {...controlPart(props)} {...wiring} className="input" />}
    </Field>
  )
}

const fieldPart = ({ label, hint, error, optional, hideLabel, width, className }: FieldProps): FieldProps => ({
  label,
  hint,
  error,
  optional,
  hideLabel,
  width,
  className,
})

function controlPart<Props extends FieldProps>(props: Props): Omit<Props, keyof FieldProps> {
  const { label: _1, hint: _2, error: _3, optional: _4, hideLabel: _5, width: _6, className: _7, ...control } = props
  return control
}

type DurationSelectProps = FieldProps &
  Omit<ComponentProps<'select'>, 'className' | 'value' | 'onChange'> & {
    /** The shortest time, which is offered as it is. The others follow the rule of `selectableDurations`. */
    least: Minutes
    most?: Minutes
    /** A first choice that is no time, such as "Not sure". */
    unknownLabel?: string
    /** With `value` it is controlled, with `defaultValue` the form keeps it. A time that isn’t offered is added. */
    value?: Minutes | string
    /** 0 for no time. */
    onChange?: (minutes: Minutes) => void
  }

/** The one list of times to choose from. */
export function DurationSelect({ least, most, unknownLabel, value, onChange, ...rest }: DurationSelectProps) {
  const chosen = Number(value ?? rest.defaultValue ?? least) || least
  const offered = [...new Set([least, chosen, ...selectableDurations(least, most)])].sort((a, b) => a - b)
  return (
    <SelectField
      {...rest}
      {...(value === undefined ? {} : { value })}
      onChange={onChange && ((event) => onChange(Number(event.target.value)))}
    >
      {unknownLabel ? <option value="">{unknownLabel}</option> : null}
      {offered.map((minutes) => (
        <option key={minutes} value={minutes}>
          {minutes === 0 ? 'None' : formatDuration(minutes)}
        </option>
      ))}
    </SelectField>
  )
}
