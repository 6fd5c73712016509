import { ShieldCheck } from 'lucide-react'
import { DOCUMENT_LABELS } from '#modules/fleet/documents/rules.ts'
import { coverText } from '#modules/pricing/terms/rules.ts'
import type { getCompanyPage } from '#modules/reviews/contract.ts'
import { FIGURES_FROM, ON_TIME_MINUTES, replyText, shareText } from '#modules/reviews/figures/rules.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { formatDateUk, localDayOf } from '#shared/local-time.ts'
import { Icon } from '#web/ui/badge.tsx'

type Figures = AnswerOf<typeof getCompanyPage>['figures']

/** How they kept to what they promised, counted from their jobs. */
export function TrackRecord({
  figures,
  headingLevel: Heading = 'h2',
}: {
  figures: Figures
  headingLevel?: 'h2' | 'h3'
}) {
  return (
    <section className="co-band" aria-labelledby="kept">
      <Heading id="kept">Track record</Heading>
      {figures ? (
        <>
          <p className="muted mb-4">Counted from {figures.finished} finished jobs. No one can edit these.</p>
          <dl className="kept4 cells cols-2 g-4 num">
            {rowsOf(figures).map(({ name, value, why }) => (
              <div className="flex column pt-3" key={name}>
                <dt className="mid lh-13">{name}</dt>
                <dd>{value}</dd>
                <dd className="kept4__why mt-1 muted">{why}</dd>
              </div>
            ))}
          </dl>
        </>
      ) : (
        <p className="muted">Shown after {FIGURES_FROM} finished jobs.</p>
      )}
    </section>
  )
}

function rowsOf({
  finished,
  started,
  onTime,
  priceKept,
  cancelled,
  lastCancelledAt,
  replyMinutes,
}: NonNullable<Figures>) {
  const last = lastCancelledAt ? `, last on ${formatDateUk(localDayOf(new Date(lastCancelledAt)))}` : ''
  return [
    {
      name: 'on time',
      value: shareText(onTime, started),
      why: `${onTime} of ${started} started within ${ON_TIME_MINUTES} minutes`,
    },
    {
      name: 'price kept',
      value: shareText(priceKept, finished),
      why: `${priceKept} of ${finished} ended at the price booked or agreed on the day`,
    },
    {
      name: 'cancelled by them',
      value: shareText(cancelled, finished + cancelled),
      why: `${cancelled} of ${finished + cancelled} confirmed jobs${last}`,
    },
    {
      name: 'usual reply',
      value: replyMinutes === null ? '–' : replyText(replyMinutes),
      why: 'Half of bookings are answered faster',
    },
  ]
}

/** What a company is insured for, in pounds, and the policies that the office has seen; rows of a list of ticks. */
export const CoverLines = ({ cover, papers: policies }: Pick<AnswerOf<typeof getCompanyPage>, 'cover' | 'papers'>) => (
  <>
    <li>
      <Icon of={ShieldCheck} />
      <span>
        <b>Your things.</b> {coverText(cover)}
      </span>
    </li>
    {policies.map(({ kind, expiresOn }) => (
      <li key={kind}>
        <Icon of={ShieldCheck} />
        {DOCUMENT_LABELS[kind]}: we’ve seen the policy, which runs to {formatDateUk(expiresOn)}
      </li>
    ))}
  </>
)

/** A company’s own pictures with their captions. */
export const CompanyPhotos = ({ name, photos }: Pick<AnswerOf<typeof getCompanyPage>, 'name' | 'photos'>) => (
  <div className="grid min-13">
    {photos.map(({ id, url, caption, width, height }) => (
      <figure key={id}>
        <img
          className="w-full h-auto cover pic r-control"
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
