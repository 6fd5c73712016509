import { Ban, Mail, Phone } from 'lucide-react'
import { useRootData } from '#web/root-data.ts'
import { readablePhone } from '#web/shell/readable-phone.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useDialogs } from '#web/ui/dialog-provider.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { SorryReason } from './login-rules.ts'

/** Why the account cannot be used, in the words of spec §8. */
const words: Record<SorryReason, string> = {
  'confirm-email':
    'You cannot access your account until you’ve verified your email address. Please go to your email and confirm it.',
  deleted:
    'You’ve closed your Vanfare account. If you want to restore your account, please contact the Customer Service',
  blocked:
    'You’ve blocked your Vanfare account. If you want to restore your account, please contact the Customer Service',
}

export function SorryDialog({ reason }: { reason: SorryReason }) {
  const { closeAll } = useDialogs()
  const phone = useRootData()?.config.phone
  const isMail = reason === 'confirm-email'
  return (
    <Dialog title="Sorry" icon={isMail ? Mail : Ban} tone={isMail ? 'warn' : 'bad'}>
      <p className="muted">{words[reason]}</p>
      <div className="dialog__acts">
        {isMail || !phone ? (
          <Button onClick={closeAll}>Close</Button>
        ) : (
          <a className={buttonClass({}, 'num')} href={`tel:${phone}`}>
            <Icon of={Phone} />
            {readablePhone(phone)}
          </a>
        )}
      </div>
    </Dialog>
  )
}
