// A form that could not be sent. Its page stays as it is, with all that was typed.
import { data, isRouteErrorResponse } from 'react-router'

/** What a form hears where no answer came. */
export const unreachable = {
  ok: false as const,
  code: 'no_answer',
  detail: 'We could not reach Vanfare. Check your connection and try again.',
}

/** A proxy says so while the server behind it is being restarted. */
const NOT_THERE = [502, 503, 504]

/**
 * An answer also where none came, in the words of the page. Its status keeps the router from loading the page anew, which would fail
 * in the same way and end in the error screen.
 */
export const orAnswer = async <Answer, Unsent>(send: () => Promise<Answer>, unsent: Unsent) => {
  try {
    return await send()
  } catch (error) {
    if (isRouteErrorResponse(error) ? NOT_THERE.includes(error.status) : error instanceof TypeError)
      return data(unsent, { status: 503 })
    throw error
  }
}

export const orUnsent = <Answer>(send: () => Promise<Answer>) => orAnswer(send, unreachable)
