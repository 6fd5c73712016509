import { useMemo } from 'react'
import { trustedHtml } from '#web/ui/trusted-html.ts'

const WIDTHS = [480, 960, 1600]

interface ContentPictureProps {
  /** Address of one of the picture’s sizes, as the content calls return it. */
  url: string
  alt: string
  /** How wide it is drawn, as CSS says it. */
  sizes: string
  className?: string
  /** Below what is seen first. */
  isLater?: boolean
}

/** A picture of the content, 16:9, in the size and format that suit the browser. */
export function ContentPicture({ url, alt, sizes, className, isLater }: ContentPictureProps) {
  const all = (format: 'avif' | 'webp') =>
    WIDTHS.map((width) => `${url.replace(/\/\d+\.\w+\/$/, `/${width}.${format}/`)} ${width}w`).join(', ')
  return (
    <picture>
      <source type="image/avif" srcSet={all('avif')} sizes={sizes} />
      <img
        className={className}
        src={url}
        srcSet={all('webp')}
        sizes={sizes}
        alt={alt}
        width={960}
        height={540}
        loading={isLater ? 'lazy' : undefined}
        decoding="async"
      />
    </picture>
  )
}

/** Where finished HTML of the content is put into a page. It has been sanitised by the call that answered it. */
export function Html({ html, className = 'prose' }: { html: string; className?: string }) {
  // The object stays the same while the text does; React would otherwise write the HTML again on each render.
  const value = useMemo(() => ({ __html: trustedHtml(html) }), [html])
  // oxlint-disable-next-line react/no-danger -- The call that answered it has sanitised it.
  return <div className={className} dangerouslySetInnerHTML={value} />
}

/** One place of each region, in the order given: the ones that menus name. */
export function firstOfRegions<Place extends { region: string }>(places: readonly Place[]): Place[] {
  const regions = new Set<string>()
  return places.filter(({ region }) => !regions.has(region) && regions.add(region))
}
