// How the flow queries the server: the draft is submitted as JSON to the step's action, which calls the API.
import { startTransition, useCallback, useEffect, useRef, type Dispatch } from 'react'
import { isRouteErrorResponse, useFetcher } from 'react-router'
import { canCarryCrew, HELP_LEVELS, isVanCategory, type HelpLevel, type VanCategory } from '#modules/fleet/rules.ts'
import { ownValue } from '#shared/records.ts'
import { noAnswerOf, type Answer, type Problem } from '#web/kit/forms/answer.ts'
import type { DraftAction, RemoteData } from './draft/draft.ts'
import type { Order } from './draft/order.ts'

/** `key` identifies the order the question was about; it is returned with the answer. Null where none came: it was the last one asked. */
export type KeyedAnswer<T> = { key: string | null } & Answer<T>

/** Never rejects, so that a step with a move on it never becomes the error screen. */
export async function orNoAnswer<T>(ask: () => Promise<KeyedAnswer<T>>): Promise<KeyedAnswer<T>> {
  try {
    return await ask()
  } catch (error) {
    return { key: null, ...noAnswerOf(isRouteErrorResponse(error) ? error.status : 0) }
  }
}

type AskableSlot = 'companyQuotes' | 'routeDetails'

/** Fetches one slot of the draft. A second question replaces one still unanswered. */
export function useAsk(
  slot: AskableSlot,
  dispatch: Dispatch<DraftAction>,
  onProblem: (key: string, problem: Problem) => void,
) {
  const { submit, data } = useFetcher<KeyedAnswer<RemoteData[AskableSlot]>>({ key: slot })
  const requestedKey = useRef('')
  useEffect(() => {
    if (!data) return
    const key = data.key ?? requestedKey.current
    // Drawn in slices: many prices are much to draw.
    startTransition(() => {
      if (data.ok) dispatch({ type: 'remote-received', slot, key, data: data.data } as DraftAction)
      else {
        dispatch({ type: 'remote-failed', slot, key, error: data.detail })
        onProblem(key, data)
      }
    })
    // Each answer is handled once.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [data])
  return useCallback(
    (action: string, key: string, body: unknown) => {
      dispatch({ type: 'remote-requested', slot, key })
      // By itself: the page is often drawn in the same moment.
      setTimeout(() => {
        requestedKey.current = key
        void submit(JSON.stringify({ key, body }), {
          method: 'post',
          encType: 'application/json',
          action,
          defaultShouldRevalidate: false,
        })
      })
    },
    [dispatch, slot, submit],
  )
}

// The refusals about the load and the driver's day, and the alternatives to each.

export interface LoadRefusal {
  title: string
  detail: string
  /** The bigger van that the server suggests. */
  van: VanCategory | undefined
  ways: readonly Way[]
  /** Why our office plans it, where no company’s vans can. */
  office?: string
}

type Way = 'more_people' | 'no_waiting' | 'fewer_things' | 'call'

type Refused = Pick<LoadRefusal, 'title' | 'ways' | 'office'>

const TOO_MUCH = 'This is more than three vans can do in two days.'

const refusals: Record<string, Refused> = {
  piece_does_not_fit: {
    title: 'One piece doesn’t fit',
    ways: ['fewer_things', 'call'],
    office: 'One piece needs another kind of van.',
  },
  piece_needs_two_people: { title: 'Too heavy for one person', ways: ['more_people', 'fewer_things'] },
  too_much_for_one_van: { title: 'Too much for one van', ways: ['fewer_things', 'call'], office: TOO_MUCH },
  beyond_drivers_hours: {
    title: 'Too long a day for one driver',
    ways: ['no_waiting', 'fewer_things', 'call'],
    office: TOO_MUCH,
  },
}

/** Undefined for every other refusal. */
export function loadRefusalOf({ code, detail, suggested }: Pick<Problem, 'code' | 'detail' | 'suggested'>) {
  const refused = ownValue(refusals, code)
  const van = suggested?.['van_category']
  return refused && { ...refused, detail, van: isVanCategory(van) ? van : undefined }
}

/** The alternatives that apply to this order. */
export const suggestRemedies = ({ ways }: LoadRefusal, order: Order): Way[] =>
  ways.filter((way) => {
    if (way === 'more_people') return morePeople(order) !== undefined
    return way !== 'no_waiting' || order.waitingMinutes > 0
  })

/** The smallest help level with two people, if the order has fewer and the van has the seats. */
export const morePeople = ({ van, helpLevel }: Pick<Order, 'van' | 'helpLevel'>): HelpLevel | undefined =>
  HELP_LEVELS.find(
    (level) => isTwoOrMore(level) && !isTwoOrMore(helpLevel) && (van === null || canCarryCrew(van, level)),
  )

const isTwoOrMore = (level: HelpLevel): boolean => level === 'one_porter' || level === 'two_porters'
