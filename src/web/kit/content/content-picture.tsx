const WIDTHS = [480, 960, 1600]

interface ContentPictureProps {
  /** As the content calls answer it: one of its sizes. */
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
