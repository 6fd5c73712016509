import { DatedList } from './dated-list.tsx'
import { ChangeLink } from './row-actions.tsx'
import type { Settings } from './setting-texts.ts'

export const PolicyRows = ({ settings }: { settings: Settings }) => (
  <section className="card" aria-labelledby="cancelling">
    <div className="row row--apart">
      <h2 className="h3" id="cancelling">
        Cancelling
      </h2>
      <ChangeLink settings={settings} subject="" name="what cancelling costs" />
    </div>
    <DatedList settings={settings} rows={settings.rows} />
  </section>
)
