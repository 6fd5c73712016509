import { Ban, Mail, Phone, type LucideIcon } from 'lucide-react'
import { Link } from 'react-router'
import { useRootData } from '#web/kit/page/root-data.ts'
import { readablePhone } from '#shared/phone.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Dialog, useDialogs } from '#web/ui/dialog.tsx'
import { Icon } from '#web/ui/badge.tsx'
import type { AccountProblemReason } from './login-rules.ts'

interface AccountProblem {
  text: string
  icon: LucideIcon
  tone: 'warn' | 'bad'
  /** Button of the dialog. */
  wayOut: 'close' | 'register' | 'call'
}

/** Why the account cannot be used, in the words of spec §8. */
const problems: Record<AccountProblemReason, AccountProblem> = {
  'verify-failed': {
    text: 'Your account verification link is expired, please re register in the system.',
    icon: Mail,
    tone: 'bad',
    wayOut: 'register',
  },
  'confirm-email': {
    text: 'You cannot access your account until you’ve verified your email address. Please go to your email and confirm it.',
    icon: Mail,
    tone: 'warn',
    wayOut: 'close',
  },
  deleted: {
    text: 'You’ve closed your Vanfare account. If you want to restore your account, please contact the Customer Service',
    icon: Ban,
    tone: 'bad',
    wayOut: 'call',
  },
  blocked: {
    text: 'You’ve blocked your Vanfare account. If you want to restore your account, please contact the Customer Service',
    icon: Ban,
    tone: 'bad',
    wayOut: 'call',
  },
}

export function AccountProblemDialog({ reason }: { reason: AccountProblemReason }) {
  const { text, icon, tone, wayOut } = problems[reason]
  return (
    <Dialog title="Sorry" icon={icon} tone={tone}>
      <p className="muted">{text}</p>
      <div className="dialog__acts">
        <WayOut wayOut={wayOut} />
      </div>
    </Dialog>
  )
}

function WayOut({ wayOut }: Pick<AccountProblem, 'wayOut'>) {
  const { closeAll } = useDialogs()
  const phone = useRootData()?.config.phone
  if (wayOut === 'register') {
    return (
      <Link className={buttonClass({ look: 'primary' })} to="/register" onClick={closeAll}>
        Register again
      </Link>
    )
  }
  return wayOut === 'close' || !phone ? (
    <Button onClick={closeAll}>Close</Button>
  ) : (
    <a className={buttonClass({}, 'num')} href={`tel:${phone}`}>
      <Icon of={Phone} />
      {readablePhone(phone)}
    </a>
  )
}
