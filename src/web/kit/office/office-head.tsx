import { ArrowLeft } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Icon } from '#web/ui/icon.tsx'

interface OfficeHeadProps {
  title: string
  /** Beside the title: a badge. */
  badge?: ReactNode
  /** At the end: "472, of which 438 take jobs", or buttons. */
  children?: ReactNode
  /** On a detail page: the link back to its list. */
  backTo?: { name: string; to: string }
}

/** The heading of an office page. */
export const OfficeHead = ({ title, badge, children, backTo }: OfficeHeadProps) => (
  <>
    {backTo ? (
      <Link className="link-btn" to={backTo.to}>
        <Icon of={ArrowLeft} />
        {backTo.name}
      </Link>
    ) : null}
    <div className="row row--apart mb-4">
      <div className="row gap-2">
        <h1>{title}</h1>
        {badge}
      </div>
      {children}
    </div>
  </>
)
