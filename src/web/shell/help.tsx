import { Copy, Phone } from 'lucide-react'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Dialog, useDialogs } from '#web/ui/dialog.tsx'
import { Icon } from '#web/ui/badge.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { useRootData } from '#web/kit/page/root-data.ts'
import { readablePhone } from '#shared/phone.ts'

/** "We're here to help" (spec §2): the phone, and the email address to copy. */
export function HelpDialog() {
  const config = useRootData()?.config
  const showToast = useToast()
  if (!config) return null
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(config.email)
      showToast({ title: 'E-mail address copied.' })
    } catch {
      showToast({ title: 'Couldn’t copy', text: 'Please select the address and copy it.', tone: 'bad' })
    }
  }
  const [name, host] = config.email.split('@')
  return (
    <Dialog title="We’re here to help">
      <p className="muted">Call any time, day or night.</p>
      <a className={buttonClass({ look: 'primary', size: 'big', wide: true }, 'num')} href={`tel:${config.phone}`}>
        <Icon of={Phone} />
        {readablePhone(config.phone)}
      </a>
      <div className="copy">
        <span>
          {name}@<wbr />
          {host}
        </span>
        <Button size="small" icon={Copy} onClick={() => void copy()}>
          Copy
        </Button>
      </div>
    </Dialog>
  )
}

export function useHelp(): () => void {
  const { open } = useDialogs()
  return () => open(<HelpDialog />)
}
