import { useEffect } from 'react'
import { useFetcher } from 'react-router'
import type { Answer } from '#web/kit/forms/answer.ts'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { useDialogs } from '#web/ui/dialog-provider.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { useToast } from '#web/ui/toast-provider.tsx'

/** Another van needs other documents: the unit starts over. */
export function ResetVan({ unitId, registration }: { unitId: string; registration: string }) {
  const { open } = useDialogs()
  const ask = () => open(<ResetVanDialog unitId={unitId} registration={registration} />)
  return (
    <Button size="small" onClick={ask}>
      Change van
    </Button>
  )
}

function ResetVanDialog({ unitId, registration }: { unitId: string; registration: string }) {
  const fetcher = useFetcher<Answer>()
  const { closeAll } = useDialogs()
  const showToast = useToast()
  const saved = fetcher.state === 'idle' ? fetcher.data : undefined
  useEffect(() => {
    if (!saved?.ok) return
    closeAll()
    showToast({ title: `${registration} removed` })
  }, [saved, closeAll, showToast, registration])
  return (
    <Dialog title="Change to another van?">
      <p className="muted">
        {registration} and the documents that name it will be removed. This unit gets no jobs until the new van’s
        documents are approved.
      </p>
      <FieldError error={saved && !saved.ok ? saved.detail : null} />
      <fetcher.Form method="post" action="/settings/driving-profile" className="dialog__acts">
        <input type="hidden" name="intent" value="reset-van" />
        <input type="hidden" name="unitId" value={unitId} />
        <Button type="submit" look="danger" size="big" busy={fetcher.state !== 'idle'}>
          Remove {registration}
        </Button>
        <Button size="big" onClick={closeAll}>
          Keep it
        </Button>
      </fetcher.Form>
    </Dialog>
  )
}
