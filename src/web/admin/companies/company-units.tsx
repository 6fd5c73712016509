import { formatDateUk } from '#shared/local-time.ts'
import { OfficeLink, OfficeLinkButton } from '#web/kit/office/office-link.tsx'
import { UnitStatusBadge } from '#web/kit/units/unit-status.tsx'
import { Plate } from '#web/ui/sign.tsx'
import { paperText, type Company, type CompanyUnit, type May, type Sent } from './company-texts.ts'
import { RestoreForm, StopForm } from './stop-form.tsx'

/** Every unit with its papers, who drives it, and its own stop. */
interface UnitsProps {
  company: Company
  may: May
  sent: Sent | undefined
}

export function CompanyUnits({ company, may, sent }: UnitsProps) {
  return (
    <section className="card" aria-labelledby="units">
      <h2 className="h3" id="units">
        Units and papers
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
  const { id, name, registration, status, statusReason, officeBlock, driver, papers } = unit
  const called = registration ?? name
  return (
    <article className="company-unit" aria-label={called}>
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
        {papers.map((paper) => (
          <div
            key={paper.kind}
            className={paper.standing === 'expired' || paper.standing === 'refused' ? 'is-off' : undefined}
          >
            <dt>{paper.label}</dt>
            <dd className="num">
              {paper.expiresOn ? `${formatDateUk(paper.expiresOn)}. ` : ''}
              {paperText(paper)}
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
