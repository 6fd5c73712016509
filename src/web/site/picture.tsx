import type { ReactNode } from 'react'
import { classNames } from '#web/ui/class-names.ts'
import { ContentPicture } from '#web/kit/content/content-picture.tsx'

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
        isSign && 'post-card__pic--sign mid-both on-sign',
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
