import { Dialog } from '#web/ui/dialog.tsx'
import { UnitForm } from './unit-form.tsx'

/** Another driver with another van. The answer leads to its van, which closes the dialog. */
export const AddUnitDialog = () => (
  <Dialog title="Another working unit">
    <p className="muted">
      A driver with a van, with hours, documents and an area of its own. Prices are the company’s.
    </p>
    <UnitForm wide />
  </Dialog>
)
