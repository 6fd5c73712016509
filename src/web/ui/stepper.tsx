import { Minus, Plus } from 'lucide-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import { Icon } from './icon.tsx'

interface StepperProps {
  /** What is counted, for the buttons' accessible names: "Sofa". */
  name: string
  value: number
  /** At 0 the stepper shows "Add". */
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
  const [typed, setTyped] = useState<string | null>(null)
  const take = () => {
    if (typed !== null && /^\d+$/.test(typed)) onChange(Math.min(max, Number(typed)))
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
      value={typed ?? value}
      onFocus={(event) => event.target.select()}
      onChange={({ target }) => setTyped(target.value.replace(/\D/g, ''))}
      onBlur={take}
      onKeyDown={onKeyDown}
    />
  )
}
