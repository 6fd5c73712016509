import { useSession } from '#web/kit/page/root-data.ts'
import { UnitForm } from './unit-form.tsx'

/** A company starts with one working unit: a driver and, next, a van. */
export const FirstUnit = () => (
  <section className="card stack">
    <h2 className="h3">Your first working unit</h2>
    <p className="muted">A working unit is a driver with a van. You can add more later.</p>
    <UnitForm name={useSession()?.firstName ?? ''} />
  </section>
)
