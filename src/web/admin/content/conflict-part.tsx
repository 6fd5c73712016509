import { officeMoment } from '#web/kit/office/office-moment.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import type { Theirs } from './edit.server.ts'
import { DraftDifferences } from './draft-differences.tsx'
import type { Editing } from './use-editing.ts'

/** Two have written on the same version: both texts are kept, and this editor decides which goes on. */
export function ConflictPart({ theirs, editing }: { theirs: Theirs; editing: Editing }) {
  const { typed, keepMine, takeTheirs } = editing
  return (
    <section className="stack mb-4" aria-label="Two texts">
      <Banner tone="warn" isAlert title="Somebody else has saved this page since you opened it">
        {theirs.by ?? 'Somebody'} saved version {theirs.version} at {officeMoment(theirs.at)}. Your text is still in the
        fields below, and isn’t saved. Theirs stays in the history whatever you do.
      </Banner>
      <div className="row gap-2">
        <Button look="primary" onClick={keepMine}>
          Go on with mine
        </Button>
        <Button onClick={takeTheirs}>Discard mine, take theirs</Button>
      </div>
      <details open>
        <summary className="link-btn">From theirs to yours</summary>
        <div className="stack mt-3">
          <DraftDifferences before={theirs.typed} after={typed} />
        </div>
      </details>
    </section>
  )
}
