import { Pencil } from 'lucide-react'
import { Suspense, useRef, useState } from 'react'
import { LinkButton } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { lazyPart } from '#web/ui/lazy-part.tsx'

/** Fetched once it is opened. */
export const OwnItemForm = lazyPart(async () => (await import('./own-item-form.tsx')).OwnItemForm)

/** Opens the form for a thing that is not on the list, here on the page. */
export function OwnItem() {
  const [isOpen, setOpen] = useState(false)
  const [said, setSaid] = useState('')
  const box = useRef<HTMLDivElement>(null)
  const done = (name: string) => {
    setOpen(false)
    setSaid(name)
    // The form goes, and the focus with it.
    requestAnimationFrame(() => box.current?.querySelector('button')?.focus())
  }
  return (
    <div className="mt-3" ref={box}>
      {isOpen ? (
        <Suspense fallback={<p>One moment…</p>}>
          <OwnItemForm onDone={(added) => done(added ? `Added ${added.name}.` : '')} />
        </Suspense>
      ) : (
        <LinkButton onClick={() => setOpen(true)}>
          <Icon of={Pencil} />
          Add something that’s not listed
        </LinkButton>
      )}
      <output>{said}</output>
    </div>
  )
}
