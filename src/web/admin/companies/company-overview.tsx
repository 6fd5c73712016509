import { replyText, shareText } from '#modules/reviews/figures/rules.ts'
import { countOf } from '#shared/texts.ts'
import { formatDateUk } from '#shared/local-time.ts'
import { readablePhone } from '#shared/phone.ts'
import { OfficeLink, OfficeLinkButton } from '#web/kit/office/office-list.tsx'
import { officeMoment } from '#web/kit/office/office-pages.ts'
import { UnitStatusBadge } from '#web/kit/units/unit-link.tsx'
import { Facts, type Fact } from '#web/ui/facts.tsx'
import { Plate } from '#web/ui/sign.tsx'
import { STATUS_LOOKS } from '../people/person-texts.ts'
import { type Company, type May, type Sent, documentText, type CompanyUnit } from './company-texts.ts'
import { RestoreForm, StopForm, Vat } from './stop-form.tsx'

interface Props {
  company: Company
  may: May
  sent: Sent | undefined
}

export function CompanyOverview({ company, may, sent }: Props) {
  return (
    <div className="split">
      <div className="stack">
        <Reliability company={company} />
        <CompanyUnits company={company} may={may} sent={sent} />
        <People people={company.people} />
      </div>
      <div className="stack">
        {may.stop ? <Stops company={company} sent={sent} /> : null}
        <section className="card" aria-labelledby="commission">
          <h2 className="h3" id="commission">
            Commission
          </h2>
          <p className="num mt-2">
            <b>{company.commissionPercent}%</b> of a price before road charges
          </p>
          <OfficeLinkButton to={`/admin/settings/commission?find=${encodeURIComponent(company.name)}`}>
            Change from a date
          </OfficeLinkButton>
        </section>
        <Vat vat={company.vat} mayChange={may.vat} sent={sent} />
        <section className="card" aria-labelledby="contact">
          <h2 className="h3 mb-2" id="contact">
            Contact
          </h2>
          <Facts className="facts" facts={factsOf(company)} />
        </section>
      </div>
    </div>
  )
}

function Reliability({ company: { figures, rating, reviewsCount, recentJobs } }: { company: Company }) {
  const shown = [
    { name: 'jobs in 28 days', value: String(recentJobs) },
    { name: `rating, ${countOf(reviewsCount, 'review')}`, value: rating === null ? '–' : rating.toFixed(1) },
    ...(figures
      ? [
          {
            name: `on time, ${figures.onTime} of ${figures.started}`,
            value: shareText(figures.onTime, figures.started),
          },
          {
            name: `price kept, ${figures.priceKept} of ${figures.finished}`,
            value: shareText(figures.priceKept, figures.finished),
          },
          {
            name: `cancelled, ${figures.cancelled} of ${figures.finished + figures.cancelled}`,
            value: shareText(figures.cancelled, figures.finished + figures.cancelled),
          },
          { name: 'usual reply', value: figures.replyMinutes === null ? '–' : replyText(figures.replyMinutes) },
        ]
      : []),
  ]
  return (
    <section className="card" aria-labelledby="reliability">
      <div className="row row--apart">
        <h2 className="h3" id="reliability">
          Reliability
        </h2>
        <span className="small muted">{figures ? 'Counted from events' : 'Figures come with five finished jobs'}</span>
      </div>
      <dl className="tiles num mt-3">
        {shown.map(({ name, value }) => (
          <div key={name}>
            <dt className="muted t-xs">{name}</dt>
            <dd className="t-xl mid">{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** Stops for all units at once; each unit has its own beside it. */
function Stops({ company: { name, units }, sent }: Omit<Props, 'may'>) {
  const open = units.filter(({ officeBlock }) => officeBlock === null)
  const stopped = units.length - open.length
  if (units.length === 0) return null
  return (
    <section className="card stack" aria-labelledby="stops">
      <h2 className="h3" id="stops">
        {stopped === 0
          ? 'Stop the company'
          : open.length === 0
            ? 'Stopped by the office'
            : `${stopped} of ${units.length} units stopped`}
      </h2>
      {stopped > 0 ? <RestoreForm key={`lift ${stopped}`} name={name} sent={sent} /> : null}
      {open.length > 0 ? <StopForm key={`stop ${stopped}`} name={name} units={open} sent={sent} /> : null}
    </section>
  )
}

function People({ people }: { people: Company['people'] }) {
  return (
    <section className="card" aria-labelledby="people">
      <div className="row row--apart">
        <h2 className="h3" id="people">
          People
        </h2>
        <OfficeLinkButton to="/admin/verifications/people">People to check</OfficeLinkButton>
      </div>
      {people.length === 0 ? <p className="muted mt-2">No one yet.</p> : null}
      <ul className="person-ahead divide m-0 p-0 unlisted t-sm mt-2">
        {people.map(({ id, name, isChecked, isWaiting, expiresOn }) => (
          <li className="flex wraps level g-0-3 py-2 break" key={id}>
            {isWaiting ? (
              <OfficeLink to={`/admin/verifications/people?person=${id}`}>{name}</OfficeLink>
            ) : (
              <b>{name}</b>
            )}
            <small className="muted num own-line">
              {isWaiting ? 'Waits for the office' : isChecked ? 'Checked' : 'Not checked'}
              {isChecked && expiresOn ? `, until ${formatDateUk(expiresOn)}` : ''}
            </small>
          </li>
        ))}
      </ul>
    </section>
  )
}

function factsOf({
  owner,
  bank,
  legalName,
  companyNumber,
  registeredAddress,
  basePlace,
  paymentMethods,
  createdAt,
}: Company): Fact[] {
  return [
    {
      name: 'Owner',
      value: owner ? (
        <>
          <OfficeLink to={`/admin/people/${owner.id}`}>{owner.name}</OfficeLink>
          {owner.status === 'active' ? '' : ` (${STATUS_LOOKS[owner.status].name.toLowerCase()})`}
        </>
      ) : (
        'None'
      ),
      isOff: owner?.status === 'blocked',
    },
    { name: 'Phone', value: owner?.phone ? <a href={`tel:${owner.phone}`}>{readablePhone(owner.phone)}</a> : 'None' },
    { name: 'Email', value: owner?.email ?? 'None' },
    {
      name: 'Bank',
      value: bank ? `Ends ${bank.accountTail}, ${bank.isConfirmed ? 'confirmed' : 'not confirmed'}` : 'None',
    },
    {
      name: 'Legal status',
      value: [legalName, companyNumber, registeredAddress].filter(Boolean).join(', ') || 'Sole trader',
    },
    { name: 'Based in', value: basePlace || 'Not given' },
    { name: 'Takes', value: paymentMethods.join(' and ') },
    { name: 'Since', value: officeMoment(createdAt) },
  ]
}

/** Every unit with its papers, who drives it, and its own stop. */
interface UnitsProps {
  company: Company
  may: May
  sent: Sent | undefined
}

function CompanyUnits({ company, may, sent }: UnitsProps) {
  return (
    <section className="card" aria-labelledby="units">
      <h2 className="h3" id="units">
        Units and documents
      </h2>
      {company.units.length === 0 ? <p className="muted mt-2">No unit yet.</p> : null}
      {company.units.map((unit) => (
        <OneUnit
          key={`${unit.id} ${unit.status}`}
          unit={unit}
          mayStop={may.stop && company.units.length > 1}
          sent={sent}
        />
      ))}
    </section>
  )
}

interface UnitProps {
  unit: CompanyUnit
  /** By itself: the only one is stopped with its company. */
  mayStop: boolean
  sent: Sent | undefined
}

function OneUnit({ unit, mayStop, sent }: UnitProps) {
  const { id, name, registration, status, statusReason, officeBlock, driver, papers: documents } = unit
  const called = registration ?? name
  return (
    <article className="company-unit py-4 line-top" aria-label={called}>
      <div className="row row--apart">
        <span className="row gap-2">
          {registration ? <Plate registration={registration} front /> : null}
          <b>{name}</b>
          {driver ? (
            <span className="small">
              driven by <OfficeLink to={`/admin/people/${driver.id}`}>{driver.name}</OfficeLink>
            </span>
          ) : null}
        </span>
        <UnitStatusBadge status={status} />
      </div>
      {statusReason ? <p className="long small mt-2">{statusReason}</p> : null}
      <dl className="facts mt-2">
        {documents.map((document) => (
          <div
            key={document.kind}
            className={document.standing === 'expired' || document.standing === 'refused' ? 'is-off' : undefined}
          >
            <dt>{document.label}</dt>
            <dd className="num">
              {document.expiresOn ? `${formatDateUk(document.expiresOn)}. ` : ''}
              {documentText(document)}
            </dd>
          </div>
        ))}
      </dl>
      <div className="row mt-2">
        <OfficeLinkButton to={`/admin/verifications?unit=${id}`}>Documents of {called}</OfficeLinkButton>
        {officeBlock ? <OfficeLinkButton to={`/admin/stopped?unit=${id}`}>Appeal and history</OfficeLinkButton> : null}
      </div>
      {!mayStop ? null : officeBlock ? (
        <RestoreForm name={called} unitId={id} sent={sent} />
      ) : (
        <StopForm name={called} units={[unit]} unitId={id} sent={sent} />
      )}
    </article>
  )
}
