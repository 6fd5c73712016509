import { useEffect, useRef, type MouseEvent, type PointerEvent } from 'react'
import { Button } from '#web/ui/button.tsx'
import { useDialogs, Dialog } from '#web/ui/dialog.tsx'

interface SlideProps {
  label: string
  /** Question for drivers who cannot slide: “Set off for Bow?”. */
  question: string
  /** It stands in a question already: the keyboard's press is the answer. */
  isAsked?: boolean
  onDone: () => void
}

/** How far the thumb has to be pulled, of the whole way. */
const ENOUGH = 0.92

/** An act that cannot be a slip: pulled to the end and let go. A tap does nothing; keyboard and screen reader are asked once. */
export function Slide({ label, question, isAsked, onDone }: SlideProps) {
  const { open, closeAll } = useDialogs()
  const track = useRef<HTMLButtonElement>(null)
  /** Where on the thumb the finger is, from its left; null while none pulls. */
  const held = useRef<number | null>(null)
  const isVirtual = useRef(false)
  const wayOf = ({ clientX }: PointerEvent) => {
    const { left = 0, width = 1 } = track.current?.getBoundingClientRect() ?? {}
    const thumb = track.current?.clientHeight ?? 0
    return Math.min(1, Math.max(0, (clientX - left - (held.current ?? 0)) / (width - thumb)))
  }
  const show = (way: number) => track.current?.style.setProperty('--way', String(way))
  const take = (event: PointerEvent<HTMLButtonElement>) => {
    // A screen reader's press has no weight.
    isVirtual.current = event.pressure === 0 && event.pointerType === 'mouse'
    const from = event.clientX - event.currentTarget.getBoundingClientRect().left
    if (from > event.currentTarget.clientHeight + 8) return
    held.current = from
    event.currentTarget.setPointerCapture(event.pointerId)
  }
  const pull = (event: PointerEvent) => {
    if (held.current !== null) show(wayOf(event))
  }
  const letGo = (event: PointerEvent) => {
    if (held.current === null) return
    const way = wayOf(event)
    held.current = null
    show(0)
    if (way >= ENOUGH) onDone()
  }
  const drop = () => {
    held.current = null
    show(0)
  }
  const press = (event: MouseEvent) => {
    if (event.detail !== 0 && !isVirtual.current) return
    if (isAsked) return onDone()
    const act = () => {
      closeAll()
      onDone()
    }
    return open(<Question question={question} onYes={act} />)
  }
  return (
    <button
      ref={track}
      type="button"
      className="slide holds cells mid-both w-full shrink r-card"
      aria-haspopup={isAsked ? undefined : 'dialog'}
      onPointerDown={take}
      onPointerMove={pull}
      onPointerUp={letGo}
      onPointerCancel={drop}
      onClick={press}
    >
      <b className="t-lg lh-115 untouched">{label}</b>
    </button>
  )
}

function Question({ question, onYes }: { question: string; onYes: () => void }) {
  const { closeAll } = useDialogs()
  const yes = useRef<HTMLButtonElement>(null)
  useEffect(() => yes.current?.focus(), [])
  return (
    <Dialog title={question}>
      <p>You can undo it for ten seconds.</p>
      <div className="dialog__acts">
        <Button ref={yes} look="primary" size="big" onClick={onYes}>
          Yes
        </Button>
        <Button look="quiet" onClick={closeAll}>
          Not yet
        </Button>
      </div>
    </Dialog>
  )
}
