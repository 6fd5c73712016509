import { Check, Minus, Plus } from 'lucide-react'
import { type ComponentProps, type ReactNode, useRef, useState, type KeyboardEvent } from 'react'
import { Icon } from './badge.tsx'
import { classNames } from './class-names.ts'

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

interface StepperProps {
  /** What is counted, for the buttons' accessible names: "Sofa". */
  name: string
  value: number
  /** Receives the new value; at 0 the stepper shows “Add”. */
  onChange: (value: number) => void
  max?: number
}

/** An amount: "Add" at 0, then minus, a count that can be typed, plus. Focus moves to what still exists. */
export function Stepper({ name, value, onChange, max = 99 }: StepperProps) {
  const box = useRef<HTMLDivElement>(null)
  const step = (next: number, focus?: string) => {
    onChange(next)
    if (focus) requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(focus)?.focus())
  }
  if (value < 1) {
    return (
      <div className="qty level rigid edge-w r-control bg-surface qty--add" ref={box}>
        <button
          className="cells mid-both no-edge bg-none flow-col g-15 bold t-sm"
          type="button"
          data-add
          onClick={() => step(1, '[data-more]')}
          aria-label={`Add ${name}`}
        >
          <Icon of={Plus} />
          Add
        </button>
      </div>
    )
  }
  return (
    <div className="qty level rigid edge-w r-control bg-surface" ref={box}>
      <button
        className="cells mid-both no-edge bg-none"
        type="button"
        onClick={() => step(value - 1, value === 1 ? '[data-add]' : undefined)}
        aria-label={`One ${name} less`}
      >
        <Icon of={Minus} />
      </button>
      <Count name={name} value={value} max={max} onChange={step} />
      <button
        className="cells mid-both no-edge bg-none"
        type="button"
        data-more
        disabled={value >= max}
        onClick={() => step(value + 1, value + 1 >= max ? 'button' : undefined)}
        aria-label={`One ${name} more`}
      >
        <Icon of={Plus} />
      </button>
    </div>
  )
}

/** What is typed counts once the field is left, or Enter pressed; until then it may be empty. */
function Count({ name, value, max, onChange }: Required<StepperProps>) {
  const [draftText, setTyped] = useState<string | null>(null)
  const take = () => {
    if (draftText !== null && /^\d+$/.test(draftText)) onChange(Math.min(max, Number(draftText)))
    setTyped(null)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') setTyped(null)
    if (event.key !== 'Enter') return
    // It is the amount that is ready, not the page.
    event.preventDefault()
    take()
  }
  return (
    <input
      className="w-full p-0 no-edge bg-none t-center bold figures-even"
      inputMode="numeric"
      autoComplete="off"
      aria-label={`How many: ${name}`}
      maxLength={3}
      value={draftText ?? value}
      onFocus={(event) => event.target.select()}
      onChange={({ target }) => setTyped(target.value.replace(/\D/g, ''))}
      onBlur={take}
      onKeyDown={onKeyDown}
    />
  )
}
