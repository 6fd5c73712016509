import { CLAIM_STATUS_TEXTS, LAW_TEXT, partText } from '#modules/bookings/claims/rules.ts'
import type { getClaim } from '#modules/bookings/claims/contract.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { formatDateUk, formatDayTime, localDayOf } from '#shared/local-time.ts'
import { formatPence } from '#shared/money.ts'
import { usePicture } from '../upload/face.tsx'
import { Badge } from '#web/ui/badge.tsx'

export type Claim = AnswerOf<typeof getClaim>

/** A claim as customer, company and office read it: what was damaged, the answer, the decision, and that the law stays open. */
export function ClaimView({ claim, company }: { claim: Claim; company: string }) {
  const { items, answer, decision, status } = claim
  return (
    <div className="stack">
      <div className="row row--apart">
        <b className="price">{formatPence(claim.askedPence)}</b>
        <Badge tone={status === 'settled' || status === 'decided' ? 'green-soft' : 'orange'}>
          {CLAIM_STATUS_TEXTS[status]}
        </Badge>
      </div>
      <p className="small muted num">
        Claimed by {claim.customerName} on {formatDateUk(localDayOf(new Date(claim.madeAt)))}.
        {status === 'with_company' ? ` ${company} has until ${formatDayTime(new Date(claim.answerBy))} to answer.` : ''}
      </p>
      <ol className="divide plain">
        {items.map(({ words: description, askedPence, photos }, index) => (
          <li key={`${index} ${description}`} className="py-3">
            <div className="row row--apart">
              <span className="long note as-typed">{description}</span>
              <b className="num">{formatPence(askedPence)}</b>
            </div>
            {photos.length > 0 ? (
              <div className="row gap-2 mt-2">
                {photos.map((one, photo) => (
                  <Photo
                    key={one.url}
                    photo={one}
                    label={`${description.slice(0, 60)}, ${photo + 1} of ${photos.length}`}
                  />
                ))}
              </div>
            ) : null}
          </li>
        ))}
      </ol>
      {answer ? (
        <section>
          <h3>
            {company} pays {partText(answer.acceptedPence, claim.askedPence)}
          </h3>
          <p className="long note as-typed">{answer.text}</p>
        </section>
      ) : null}
      {decision ? (
        <section>
          <h3>Vanfare’s view {partText(decision.awardedPence, claim.askedPence)}</h3>
          <p className="long note as-typed">{decision.text}</p>
          <p className="small muted">
            This is Vanfare’s opinion. It isn’t a legal ruling and neither side is bound by it.
          </p>
        </section>
      ) : null}
      <p className="small muted">{LAW_TEXT}</p>
    </div>
  )
}

function Photo({ photo, label }: { photo: Claim['items'][number]['photos'][number]; label: string }) {
  const { url, isLost } = usePicture(photo.url)
  if (isLost) return <p className="small muted">The photo couldn’t be loaded.</p>
  const width = Math.min(photo.width, 120)
  const height = Math.round((photo.height * width) / Math.max(photo.width, 1))
  return url ? (
    <a href={url} target="_blank" rel="noreferrer">
      <img className="thumb cover r-control" src={url} alt={label} width={width} height={height} />
    </a>
  ) : (
    <span className="thumb r-control block-box bg-paper">
      <span className="vh">{label}</span>
    </span>
  )
}
