import { Phone } from 'lucide-react'
import { readablePhone } from '#shared/readable-phone.ts'
import { useRootData } from '#web/kit/page/root-data.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'

/** A button that calls the help line. */
export function CallUs() {
  const phone = useRootData()?.config.phone
  if (!phone) return null
  return (
    <a className={buttonClass({ size: 'small' }, 'num')} href={`tel:${phone}`}>
      <Icon of={Phone} />
      Call {readablePhone(phone)}
    </a>
  )
}
