import { MessageSquare, Phone } from 'lucide-react'
import { readablePhone } from '#shared/readable-phone.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'

/** How to reach whoever comes; the number is known once it is confirmed. */
export const Reach = ({
  id,
  name = 'your mover',
  phone,
}: {
  id: string
  name?: string | undefined
  phone: string | null
}) => (
  <div className="row">
    {phone ? (
      <a className="btn num" href={`tel:${phone}`}>
        <Icon of={Phone} />
        <span className="vh">Call {name}, </span>
        {readablePhone(phone)}
      </a>
    ) : null}
    <ButtonLink icon={MessageSquare} to={`/messages/${id}`}>
      Message<span className="vh"> {name}</span>
    </ButtonLink>
  </div>
)
