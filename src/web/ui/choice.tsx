import { Check } from 'lucide-react'
import type { ComponentProps, ReactNode } from 'react'
import { classNames } from './class-names.ts'
import { Icon } from './icon.tsx'

export interface Choice<Value extends string> {
  value: Value
  label: ReactNode
  isDisabled?: boolean
}

interface ChoiceGroup<Value extends string> {
  /** What is being chosen; read out, not shown. */
  legend: string
  name: string
  choices: readonly Choice<Value>[]
  /** With `value` it is controlled, with `defaultValue` the form keeps it. */
  value?: Value | null
  defaultValue?: Value
  onChange?: (value: Value) => void
  className?: string
}

/** Exclusive and short: two to four words side by side. */
export function Segmented<Value extends string>(group: ChoiceGroup<Value>) {
  return (
    <fieldset className={classNames('seg cells flow-col edge-w r-control bg-surface ink', group.className)}>
      <legend className="vh">{group.legend}</legend>
      {group.choices.map((choice) => (
        <label key={choice.value}>
          <Radio group={group} choice={choice} />
          {choice.label}
        </label>
      ))}
    </fieldset>
  )
}

function Radio<Value extends string>({ group, choice, className }: RadioProps<Value>) {
  const { name, value, defaultValue, onChange } = group
  const state =
    value === undefined
      ? { defaultChecked: defaultValue === choice.value }
      : { checked: value === choice.value, onChange: () => onChange?.(choice.value) }
  return (
    <input
      className={className}
      type="radio"
      name={name}
      value={choice.value}
      disabled={choice.isDisabled}
      {...state}
    />
  )
}

interface RadioProps<Value extends string> {
  group: ChoiceGroup<Value>
  choice: Choice<Value>
  className?: string
}

/** One of several options that need explaining: a van, a help level, a way to pay. `card` draws the inside; the tick is added. */
export function SelectCards<Value extends string>(
  group: ChoiceGroup<Value> & { cardClass?: string; tickFirst?: boolean },
) {
  return (
    <fieldset className={group.className}>
      <legend className="vh">{group.legend}</legend>
      {group.choices.map((choice) => (
        <label key={choice.value} className={classNames('pick', group.cardClass)}>
          <Radio group={group} choice={choice} className="vh" />
          {choice.label}
          <span className="pick__tick">
            <Icon of={Check} />
          </span>
        </label>
      ))}
    </fieldset>
  )
}

/** On or off, in a row of filters. */
export function Chip({ children, count, ...input }: { children: ReactNode; count?: number } & ComponentProps<'input'>) {
  return (
    <label className="chip">
      <input type="checkbox" {...input} />
      {children}
      {count === undefined ? null : <span className="count">{count}</span>}
    </label>
  )
}

/** A statement to agree with; the whole row is the target. */
export function CheckBox({ children, ...input }: { children: ReactNode } & ComponentProps<'input'>) {
  return (
    <label className="check">
      <input type="checkbox" {...input} />
      <span>{children}</span>
    </label>
  )
}

/** Takes effect at once. `label` is read out; show the words beside it. */
export function Switch({ label, ...input }: { label: string } & ComponentProps<'input'>) {
  // A native checkbox announces its own state.
  return (
    <input
      type="checkbox"
      // oxlint-disable-next-line jsx-a11y/role-has-required-aria-props
      role="switch"
      {...input}
      className="switch holds rigid m-0 bg-surface pressable"
      aria-label={label}
    />
  )
}
