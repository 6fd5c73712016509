import { redirect } from 'react-router'
import { checkEnds } from '#modules/geo/contract.ts'
import type { Call } from '#shared/call.ts'
import { isRealDay } from '#shared/local-time.ts'
import { wrongMoveDay, type MoveDays } from '#web/kit/forms/move-day.ts'
import { nothingEntered, TYPED, WHAT_MOVES, type EnteredMove } from './entered-move.ts'

/** Leads a move that was sent without script on to the first step, or answers what is wrong with it. */
export async function enteredMove(call: Call, sent: URLSearchParams, days: MoveDays): Promise<EnteredMove> {
  const readPlace = (name: string) => {
    const text = sent.get(name)?.trim() ?? ''
    return TYPED.test(text) ? text : ''
  }
  if (!sent.has('from') && !sent.has('to')) return nothingEntered
  const [from, to] = [readPlace('from'), readPlace('to')]
  const checked = await call(checkEnds, { query: { from, to } })
  const date = sent.get('date') ?? ''
  const wrongDay = isRealDay(date) ? wrongMoveDay(date, days) : undefined
  const isWrong = !checked.ok && checked.status === 422
  if (!isWrong && wrongDay === undefined) throw redirect(`/additional-services?${onwards(sent).toString()}`)
  const { errors = {} } = isWrong ? checked.problem : {}
  return {
    from,
    to,
    what: WHAT_MOVES.find((one) => one === sent.get('what')) ?? 'home_or_office',
    date,
    errors: { from: errors['from']?.[0], to: errors['to']?.[0], date: wrongDay },
  }
}

const onwards = (sent: URLSearchParams) => new URLSearchParams([...sent].filter(([name]) => name !== 'dialog'))
