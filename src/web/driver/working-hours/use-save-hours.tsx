import { useEffect, useState } from 'react'
import { useFetcher } from 'react-router'
import { useDialogs } from '#web/ui/dialog-provider.tsx'
import { useToast } from '#web/ui/toast-provider.tsx'
import type { Answer } from '#web/kit/forms/answer.ts'
import type { DayHours } from './hours-form.ts'

/** Sends a week to the working hours page and closes the dialog once it is saved. */
export function useSaveHours(unitId: string, seen: readonly DayHours[]) {
  const fetcher = useFetcher<Answer>()
  const { closeAll } = useDialogs()
  const showToast = useToast()
  const [hasTried, setTried] = useState(false)
  const answer = fetcher.state === 'idle' ? fetcher.data : undefined
  useEffect(() => {
    if (!answer?.ok) return
    closeAll()
    showToast({ title: 'Working hours saved' })
  }, [answer, closeAll, showToast])
  return {
    hasTried,
    isBusy: fetcher.state !== 'idle',
    problem: answer && !answer.ok ? answer.detail : null,
    save: (week: readonly DayHours[], hasErrors: boolean) => {
      setTried(true)
      if (hasErrors) return
      const hours = week.map((day) => ({ ...day }))
      void fetcher.submit(
        { intent: 'hours', unitId, seen: seen.map((day) => ({ ...day })), hours },
        { method: 'post', action: '/working-unit/working-hours', encType: 'application/json' },
      )
    },
  }
}
