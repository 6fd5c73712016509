import type { ChangeSaid } from '#web/kit/changes/change-answer.server.ts'
import type { Answer } from '#web/kit/forms/answer.ts'
import type { Said } from './day-action.server.ts'

type ActionData = Answer<Said | ChangeSaid> | undefined

/** Without script: the answer to the form that was sent, for the part of the page that sent it. */
export const saidIn = (answer: ActionData): Answer<Said> | undefined =>
  answer?.ok ? ('title' in answer.data ? { ok: true, data: answer.data } : undefined) : answer
export const changedIn = (answer: ActionData): Answer<ChangeSaid> | undefined =>
  answer?.ok && 'intent' in answer.data ? { ok: true, data: answer.data } : undefined
