import { createContext, useCallback, useContext, useMemo, useState, type ReactNode } from 'react'
import { Toast, type ToastContent } from './toast.tsx'

/** How long a message from the shell stays (spec §9). */
const toastLifeMs = 4000

interface Shown extends ToastContent {
  id: number
}

interface Toasts {
  shown: readonly Shown[]
  show: (toast: ToastContent) => void
  dismiss: (id: number) => void
}

/** Only identifies a message on this page. */
let lastId = 0

const ToastsContext = createContext<Toasts>({ shown: [], show: () => undefined, dismiss: () => undefined })

export function ToastsProvider({ children }: { children: ReactNode }) {
  const [shown, setShown] = useState<readonly Shown[]>([])
  const show = useCallback((toast: ToastContent) => {
    const id = ++lastId
    // What went well is replaced by what went well after it: stacked, they would cover the page's own buttons.
    setShown((before) => [
      ...before.filter(({ tone }) => tone === 'bad').slice(-1),
      { lifeMs: toastLifeMs, ...toast, id },
    ])
  }, [])
  const dismiss = useCallback((id: number) => setShown((before) => before.filter((toast) => toast.id !== id)), [])
  const value = useMemo(() => ({ shown, show, dismiss }), [shown, show, dismiss])
  return <ToastsContext value={value}>{children}</ToastsContext>
}

/** `showToast({ title: 'Login', text: 'Error', tone: 'bad' })` */
export const useToast = (): Toasts['show'] => useContext(ToastsContext).show

/** Where messages appear: on the page, or in the open dialog, because everything behind a dialog is inert. */
export function ToastRegion() {
  const { shown, dismiss } = useContext(ToastsContext)
  return (
    <div className="toasts cells g-2 untouched" aria-live="polite" aria-relevant="additions">
      {shown.map((toast) => (
        <Toast key={toast.id} {...toast} onDismiss={() => dismiss(toast.id)} />
      ))}
    </div>
  )
}
