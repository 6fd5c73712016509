import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ContentPicture } from '#web/kit/content/content-picture.tsx'
import { breadcrumbs, JsonLd } from '#web/kit/content/json-ld.tsx'
import { useRootData } from '#web/kit/page/root-data.ts'
import { classNames } from '#web/ui/class-names.ts'

export interface Crumb {
  name: string
  to: string
}

/** The way here, from home; the last step is this page. `about` is what else search engines are told of it. */
export function Crumbs({ steps, about = [] }: { steps: readonly Crumb[]; about?: readonly object[] }) {
  const publicUrl = useRootData()?.config.publicUrl ?? ''
  return (
    <nav aria-label="You are here">
      <ol className="crumbs flex wraps t-sm muted">
        {[{ name: 'Home', to: '/' }, ...steps].map(({ name, to }, index) =>
          index === steps.length ? (
            <li className="inline-flex level g-2" key={to} aria-current="page">
              {name}
            </li>
          ) : (
            <li className="inline-flex level g-2" key={to}>
              <Link className="inline-flex level tall" to={to}>
                {name}
              </Link>
            </li>
          ),
        )}
      </ol>
      <JsonLd of={[breadcrumbs(publicUrl, steps), ...about]} />
    </nav>
  )
}

/** The upper half of a card: the picture of what it leads to, or a drawing. Decorative: the card's words say what it is. */
export function CardPicture({ url, isSign = false, children }: CardPictureProps) {
  if (url)
    return (
      <div className="post-card__pic cells clip rule-foot bg-paper post-card__pic--photo p-0">
        <ContentPicture url={url} alt="" sizes="(min-width: 992px) 24rem, (min-width: 768px) 50vw, 100vw" isLater />
      </div>
    )
  return (
    <div
      className={classNames(
        'post-card__pic cells clip rule-foot bg-paper',
        isSign && 'post-card__pic--sign bold mid-both on-sign',
      )}
      aria-hidden="true"
    >
      {children}
    </div>
  )
}

interface CardPictureProps {
  url: string | null
  isSign?: boolean
  children: ReactNode
}
