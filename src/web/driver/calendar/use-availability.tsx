import { useEffect, useRef } from 'react'
import { useFetcher } from 'react-router'
import { fieldsOf } from '#shared/fields-of.ts'
import { formatDay, type HourMask, type LocalDay } from '#shared/local-time.ts'
import type { Answer } from '#web/kit/forms/answer.ts'
import { useToast } from '#web/ui/toast-provider.tsx'
import { freeHoursOf, withHours, type UnitWeek } from './calendar-data.ts'
import { changedHours, timesOf, type Selection } from './selection.ts'

/** Long enough to notice a slip and reach the button. */
const UNDO_MS = 10_000

interface Change {
  day: LocalDay
  /** The saved state when it was made, so that only differences are applied. */
  seen: HourMask
  before: HourMask
  after: HourMask
  /** "Thu 12 March, 14:00–16:00 unavailable" */
  message: string
}

/** What is on its way. */
function sentHours(json: unknown): { day: LocalDay; freeHours: HourMask } | null {
  const { day, freeHours } = fieldsOf(json)
  return typeof day === 'string' && typeof freeHours === 'number' ? { day, freeHours } : null
}

/** Saves hours of a day at once, shows them before the answer is there, and offers to undo. */
export function useSaveHours(unitId: string, saved: UnitWeek) {
  const fetcher = useFetcher<Answer>({ key: `hours-${unitId}` })
  const showToast = useToast()
  const last = useRef<Change | null>(null)
  const sent = sentHours(fetcher.json)
  const week = sent ? withHours(saved, sent.day, sent.freeHours) : saved

  const { submit } = fetcher
  const send = (change: Change) => {
    last.current = change
    void submit(
      { intent: 'hours', unitId, day: change.day, seenHours: change.seen, freeHours: change.after },
      { method: 'post', action: '/calendar', encType: 'application/json' },
    )
  }
  const answer = fetcher.state === 'idle' ? fetcher.data : undefined
  useEffect(() => {
    const change = last.current
    if (!answer || !change) return
    last.current = null
    if (!answer.ok) {
      const why = Object.values(answer.errors ?? {})[0]?.[0] ?? answer.detail
      showToast({ title: 'Not changed', text: why, tone: 'bad' })
      return
    }
    const undo = { ...change, seen: change.after, before: change.after, after: change.before, message: 'Changed back' }
    showToast({
      title: change.message,
      lifeMs: UNDO_MS,
      ...(change.message === undo.message ? {} : { action: { label: 'Undo', onPress: () => send(undo) } }),
    })
    // Once for each answer, whose details are kept in the ref.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [answer])

  return {
    week,
    isBusy: fetcher.state !== 'idle',
    change: (selection: Selection, isAvailable: boolean) => {
      const before = freeHoursOf(week, selection.day)
      const word = isAvailable ? 'available' : 'unavailable'
      send({
        day: selection.day,
        seen: freeHoursOf(saved, selection.day),
        before,
        after: changedHours(before, selection, isAvailable),
        message: `${formatDay(selection.day)}, ${timesOf(selection)} ${word}`,
      })
    },
    /** `of` is the week that the day is in, which need not be the one on the page. */
    setDay: (day: LocalDay, after: HourMask, message: string, of: UnitWeek) => {
      const before = freeHoursOf(of, day)
      send({ day, seen: before, before, after, message })
    },
  }
}
