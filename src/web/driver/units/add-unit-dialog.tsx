import { Dialog } from '#web/ui/dialog.tsx'
import { UnitForm } from './unit-form.tsx'

/** Another driver with another van. The answer leads to its van, which closes the dialog. */
export const AddUnitDialog = () => (
  <Dialog title="Another working unit">
    <p className="muted">Each van has its own driver, documents, area and hours. Prices are the company’s.</p>
    <UnitForm wide />
  </Dialog>
)
