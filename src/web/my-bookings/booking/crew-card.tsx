import type { getCrew } from '#modules/bookings/crew/contract.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { Face } from '#web/kit/pictures/face.tsx'

export type Crew = AnswerOf<typeof getCrew>

/** First names and photos of who comes, to the signed-in customer of a confirmed booking. */
export function CrewCard({ crew, isOver }: { crew: Crew | null; isOver: boolean }) {
  if (!crew || crew.members.length === 0) return null
  return (
    <section className="card" aria-labelledby="crew">
      <h2 className="h3" id="crew">
        {isOver ? 'Who came' : 'Who comes'}
      </h2>
      <ul className="faces flex wraps plain mt-3">
        {crew.members.map(({ id, firstName, photoUrl }) => (
          <li key={id}>
            <Face path={photoUrl} name={`Photo of ${firstName}`} />
            <b>{firstName}</b>
          </li>
        ))}
      </ul>
      <p className="small muted mt-3">
        Their right to work has been checked.{isOver ? '' : ' We’ll tell you if someone else is coming.'}
      </p>
    </section>
  )
}
