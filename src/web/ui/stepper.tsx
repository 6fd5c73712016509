import { Minus, Plus } from 'lucide-react'
import { useRef } from 'react'
import { Icon } from './icon.tsx'

interface StepperProps {
  /** What is counted, for the buttons' accessible names: "Sofa". */
  name: string
  value: number
  /** At 0 the stepper shows "Add". */
  onChange: (value: number) => void
  max?: number
}

/** An amount: "Add" at 0, then minus, count, plus. Focus moves to a button that still exists. */
export function Stepper({ name, value, onChange, max = 99 }: StepperProps) {
  const box = useRef<HTMLDivElement>(null)
  const step = (next: number, focus?: string) => {
    onChange(next)
    if (focus) requestAnimationFrame(() => box.current?.querySelector<HTMLElement>(focus)?.focus())
  }
  if (value < 1) {
    return (
      <div className="qty qty--add" ref={box}>
        <button type="button" data-add onClick={() => step(1, '[data-more]')} aria-label={`Add ${name}`}>
          <Icon of={Plus} />
          Add
        </button>
      </div>
    )
  }
  return (
    <div className="qty" ref={box}>
      <button
        type="button"
        onClick={() => step(value - 1, value === 1 ? '[data-add]' : undefined)}
        aria-label={`One ${name} less`}
      >
        <Icon of={Minus} />
      </button>
      <output>{value}</output>
      <button
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
