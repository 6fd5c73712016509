import type { SubmitEvent } from 'react'
import { useFetcher } from 'react-router'
import { errorAt, problemText, type Answer } from '#web/kit/forms/answer.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { InputField } from '#web/ui/field.tsx'
import type { SavedMove } from './moves-card.tsx'

interface MoveDialogProps {
  move: SavedMove
  /** The card's own fetcher, so its answer is also the answer here. */
  fetcherKey: string
  onSend: (form: FormData) => void
}

/** Renames a saved move, or removes it: opening this is the question whether. */
export function MoveDialog({ move, fetcherKey, onSend }: MoveDialogProps) {
  const { data, state } = useFetcher<Answer>({ key: fetcherKey })
  const isBusy = state !== 'idle'
  const rename = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    onSend(new FormData(event.currentTarget))
  }
  const remove = () => {
    const form = new FormData()
    form.set('intent', 'move-remove')
    form.set('id', move.id)
    onSend(form)
  }
  return (
    <Dialog title={`Change ${move.name}`}>
      <form className="stack" noValidate onSubmit={rename}>
        {data && !data.ok && !data.errors ? (
          <Banner tone="bad" isAlert>
            {problemText(data)}
          </Banner>
        ) : null}
        <input type="hidden" name="intent" value="move-rename" />
        <input type="hidden" name="id" value={move.id} />
        <InputField label="Name" name="name" maxLength={60} defaultValue={move.name} error={errorAt(data, 'name')} />
        <Button type="submit" look="primary" wide busy={isBusy}>
          Save name
        </Button>
      </form>
      <Button look="danger" wide className="mt-4" busy={isBusy} onClick={remove}>
        Remove {move.name}
      </Button>
    </Dialog>
  )
}
