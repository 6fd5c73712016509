import type { getCompanyPage } from '#modules/reviews/contract.ts'
import type { AnswerOf } from '#shared/endpoint.ts'

/** A company’s own pictures with their captions. */
export const CompanyPhotos = ({ name, photos }: Pick<AnswerOf<typeof getCompanyPage>, 'name' | 'photos'>) => (
  <div className="co-photos cells g-4">
    {photos.map(({ id, url, caption, width, height }) => (
      <figure key={id}>
        <img
          className="w-full h-auto cover r-control"
          src={url}
          alt={caption || `Photo by ${name}`}
          width={width}
          height={height}
          loading="lazy"
        />
        {caption ? <figcaption className="small muted">{caption}</figcaption> : null}
      </figure>
    ))}
  </div>
)
