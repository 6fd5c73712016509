import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { useFetcher, useSubmit } from 'react-router'
import { formatDay, type HourMask, type LocalDay } from '#shared/local-time.ts'
import type { Answer } from '#web/kit/forms/answer.ts'
import { useToast } from '#web/ui/toast.tsx'
import { freeHoursOf, mergedHours, withHours, type UnitWeek } from './calendar-data.ts'
import { changedHours, timesOf, type Selection } from './selection.ts'

/** Long enough to notice a slip and reach the button. */
const UNDO_MS = 10_000

interface Change {
  day: LocalDay
  /** What the page showed when it was made: only differences are applied. */
  before: HourMask
  after: HourMask
  /** "Thu 12 March, 14:00–16:00 unavailable" */
  message: string
  isUndo?: boolean
}

const changed = (week: UnitWeek, { day, before, after }: Change): UnitWeek =>
  withHours(week, day, mergedHours(freeHoursOf(week, day), { seen: before, edited: after }))

/** Saves hours of a day at once, shows them before the answer is there, and offers to undo. */
export function useSaveHours(unitId: string, saved: UnitWeek) {
  const showToast = useToast()
  const { changes, send } = useInOrder(unitId, (change, answer, sendNext) => {
    if (!answer.ok) {
      const why = Object.values(answer.errors ?? {})[0]?.[0] ?? answer.detail
      showToast({ title: 'Not changed', text: why, tone: 'bad' })
      return
    }
    const undo = { ...change, before: change.after, after: change.before, message: 'Change undone', isUndo: true }
    showToast({
      title: change.message,
      lifeMs: UNDO_MS,
      ...(change.isUndo ? {} : { action: { label: 'Undo', onPress: () => sendNext(undo) } }),
    })
  })
  const week = changes.reduce(changed, saved)
  return {
    week,
    change: (selection: Selection, isAvailable: boolean) => {
      const before = freeHoursOf(week, selection.day)
      send({
        day: selection.day,
        before,
        after: changedHours(before, selection, isAvailable),
        message: `${formatDay(selection.day)}, ${timesOf(selection)} ${isAvailable ? 'available' : 'unavailable'}`,
      })
    },
    /** `of` is the week that the day is in, which need not be the one on the page. */
    setDay: (day: LocalDay, after: HourMask, message: string, of: UnitWeek) => {
      send({ day, before: freeHoursOf(of, day), after, message })
    },
  }
}

const posted = { method: 'post', action: '/calendar', encType: 'application/json' } as const

/**
 * Sends changes one after the other: each is a difference to what the one before it has left, which must have been saved by then. Those
 * that wait when the page is left are sent all the same.
 */
function useInOrder(
  unitId: string,
  onAnswer: (change: Change, answer: Answer, send: (change: Change) => void) => void,
) {
  const { submit, state, data } = useFetcher<Answer>({ key: `hours-${unitId}` })
  const submitOnLeaving = useSubmit()
  const [changes, setChanges] = useState<readonly Change[]>([])
  const onItsWay = useRef<Change | null>(null)
  const sending = useRef(Promise.resolve())
  const answered = useRef(data)
  const bodyOf = ({ day, before, after }: Change) => ({
    intent: 'hours',
    unitId,
    day,
    seenHours: before,
    freeHours: after,
  })
  const send = (change: Change) => setChanges((all) => [...all, change])

  const goOn = useEffectEvent(() => {
    const [first] = changes
    if (!first || state !== 'idle') return
    if (onItsWay.current !== first) {
      onItsWay.current = first
      answered.current = data
      sending.current = submit(bodyOf(first), posted)
    } else if (data && data !== answered.current) {
      answered.current = data
      setChanges((all) => all.slice(1))
      onAnswer(first, data, send)
    }
  })
  // On each drawing: there is something to do only with a new change or a new answer.
  useEffect(() => goOn())

  const sendRest = useEffectEvent(() => {
    for (const change of changes)
      if (change !== onItsWay.current)
        // By a fetcher of its own: the page's is taken away with it.
        sending.current = sending.current.then(() => submitOnLeaving(bodyOf(change), { ...posted, navigate: false }))
  })
  useEffect(() => () => sendRest(), [])

  return { changes, send }
}
