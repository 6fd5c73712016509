import { Pencil } from 'lucide-react'
import { Link, useFetcher } from 'react-router'
import { VAN_NAMES } from '#modules/fleet/rules.ts'
import type { listSavedMoves } from '#modules/quoting/saved-moves/contract.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { itemsText } from '#web/kit/bookings/load.ts'
import { SettingsCard } from '#web/kit/account/settings-card.tsx'
import { useAccountForm } from '#web/kit/account/use-account-form.tsx'
import { IconButton } from '#web/ui/button.tsx'
import { useDialogs } from '#web/ui/dialog.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { lazyDialog } from '#web/ui/lazy-part.tsx'

export type SavedMove = AnswerOf<typeof listSavedMoves>['results'][number]

const MoveDialog = lazyDialog(async () => (await import('./move-dialog.tsx')).MoveDialog)

const KEY = 'customer-move'

/** Moves saved by a name: to use again, rename or remove. */
export function MovesCard({ moves }: { moves: readonly SavedMove[] }) {
  const { open, closeAll } = useDialogs()
  const showToast = useToast()
  const fetcher = useFetcher({ key: KEY })
  // Sent from here, because the row it is about may be gone with the answer.
  const { send, problem } = useAccountForm(KEY, {
    onSaved: () => {
      showToast({ title: 'Saved moves changed' })
      closeAll()
    },
  })
  const edit = (move: SavedMove) => {
    fetcher.reset()
    open(<MoveDialog move={move} fetcherKey={KEY} onSend={send} />)
  }
  return (
    <SettingsCard id="moves" title="Saved moves" problem={problem}>
      {moves.length === 0 ? (
        <p className="muted">
          None yet. Open “Save or send this list” <Link to="/additional-services">in your list</Link>, or book a past
          move again.
        </p>
      ) : (
        <ul className="divide list">
          {moves.map((move) => (
            <li key={move.id} className="flex wraps level row--apart g-2-4 py-3">
              <div className="grows break">
                <Link className="tap" to={`/moves/saved/${move.id}`}>
                  <b>{move.name}</b>
                </Link>
                <div className="small muted">{aboutOf(move)}</div>
              </div>
              <IconButton icon={Pencil} label={`Change ${move.name}`} onClick={() => edit(move)} />
            </li>
          ))}
        </ul>
      )}
    </SettingsCard>
  )
}

const aboutOf = ({ pieces, vanCategory, postcodes }: SavedMove): string =>
  [itemsText(pieces), vanCategory ? VAN_NAMES[vanCategory] : '', postcodes.join(' to ')].filter(Boolean).join(', ')
