// A form of the workplace that could not be sent. Its page stays as it is, with all that was typed.
import { data, isRouteErrorResponse } from 'react-router'

const unsent = { ok: false as const, detail: 'We could not reach Vanfare. Check your connection and try again.' }

/** A proxy says so while the server behind it is being restarted. */
const NOT_THERE = [502, 503, 504]

/**
 * An answer also where none came. Its status keeps the router from loading the page anew, which would fail in the same way and end in
 * the error screen.
 */
export async function orUnsent<Answer>(send: () => Promise<Answer>) {
  try {
    return await send()
  } catch (error) {
    if (isRouteErrorResponse(error) ? NOT_THERE.includes(error.status) : error instanceof TypeError)
      return data(unsent, { status: 503 })
    throw error
  }
}
