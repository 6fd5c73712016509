import { useSession } from '#web/kit/page/root-data.ts'
import { UnitForm } from './unit-card.tsx'

/** A company starts with one working unit: a driver and, next, a van. */
export const FirstUnit = () => (
  <section className="card stack">
    <h2 className="h3">Your first working unit</h2>
    <p className="muted">Each van has its own driver, documents, area and hours. You can add more vans later.</p>
    <UnitForm name={useSession()?.firstName ?? ''} />
  </section>
)
