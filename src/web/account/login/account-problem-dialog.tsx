import { Ban, Mail, Phone, type LucideIcon } from 'lucide-react'
import { Link } from 'react-router'
import { useRootData } from '#web/kit/page/root-data.ts'
import { readablePhone } from '#web/shell/readable-phone.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useDialogs } from '#web/ui/dialog-provider.tsx'
import { Icon } from '#web/ui/icon.tsx'
import type { SorryReason } from './login-rules.ts'

interface Sorry {
  text: string
  icon: LucideIcon
  tone: 'warn' | 'bad'
  /** What to do about it. */
  way: 'close' | 'register' | 'call'
}

/** Why the account cannot be used, in the words of spec §8. */
const sorry: Record<SorryReason, Sorry> = {
  'verify-failed': {
    text: 'Your account verification link is expired, please re register in the system.',
    icon: Mail,
    tone: 'bad',
    way: 'register',
  },
  'confirm-email': {
    text: 'You cannot access your account until you’ve verified your email address. Please go to your email and confirm it.',
    icon: Mail,
    tone: 'warn',
    way: 'close',
  },
  deleted: {
    text: 'You’ve closed your Vanfare account. If you want to restore your account, please contact the Customer Service',
    icon: Ban,
    tone: 'bad',
    way: 'call',
  },
  blocked: {
    text: 'You’ve blocked your Vanfare account. If you want to restore your account, please contact the Customer Service',
    icon: Ban,
    tone: 'bad',
    way: 'call',
  },
}

export function SorryDialog({ reason }: { reason: SorryReason }) {
  const { text, icon, tone, way } = sorry[reason]
  return (
    <Dialog title="Sorry" icon={icon} tone={tone}>
      <p className="muted">{text}</p>
      <div className="dialog__acts">
        <WayOut way={way} />
      </div>
    </Dialog>
  )
}

function WayOut({ way }: Pick<Sorry, 'way'>) {
  const { closeAll } = useDialogs()
  const phone = useRootData()?.config.phone
  if (way === 'register') {
    return (
      <Link className={buttonClass({ look: 'primary' })} to="/register" onClick={closeAll}>
        Register again
      </Link>
    )
  }
  return way === 'close' || !phone ? (
    <Button onClick={closeAll}>Close</Button>
  ) : (
    <a className={buttonClass({}, 'num')} href={`tel:${phone}`}>
      <Icon of={Phone} />
      {readablePhone(phone)}
    </a>
  )
}
