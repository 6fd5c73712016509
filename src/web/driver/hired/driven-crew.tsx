import type { getCrew } from '#modules/bookings/crew/contract.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { Face } from '#web/kit/pictures/face.tsx'
import { UnitButtonLink } from '#web/kit/units/unit-link.tsx'
import { Page } from '#web/ui/page.tsx'

/** Who comes to a job, for its hired driver: the owner names them. */
export const DrivenCrew = ({ crew: { isNamed, members, needed } }: { crew: AnswerOf<typeof getCrew> }) => (
  <Page>
    <h1>Who comes</h1>
    <p className="muted mt-2">
      {isNamed
        ? 'Chosen by the owner. We’ll tell you if that changes.'
        : `The owner hasn’t said yet who comes. This job takes ${needed === 1 ? 'one person' : `${needed} people`}.`}
    </p>
    {members.length > 0 ? (
      <ul className="list card stack mt-4">
        {members.map(({ id, firstName, photoUrl }) => (
          <li key={id} className="crew-choice">
            <Face path={photoUrl} name={`Photo of ${firstName}`} />
            {firstName}
          </li>
        ))}
      </ul>
    ) : null}
    <p className="mt-4">
      <UnitButtonLink to="/calendar">Back to My Calendar</UnitButtonLink>
    </p>
  </Page>
)
