// If a form cannot be sent, its page stays as it is, with everything that was typed.
import { data, isRouteErrorResponse } from 'react-router'
import { unreachable } from './answer.ts'

/** A proxy's answers while the server behind it restarts. */
const AWAY = [502, 503, 504]

/**
 * Submits, and gives the page `fallback` if no answer comes. The status keeps the router from reloading the page's data, which would
 * fail in the same way and lead to the error screen.
 */
export const orElse = async <Sent, Fallback>(send: () => Promise<Sent>, fallback: Fallback) => {
  try {
    return await send()
  } catch (error) {
    if (isRouteErrorResponse(error) ? AWAY.includes(error.status) : error instanceof TypeError)
      return data(fallback, { status: 503 })
    throw error
  }
}

export const orUnreachable = <Sent>(send: () => Promise<Sent>) => orElse(send, unreachable)
