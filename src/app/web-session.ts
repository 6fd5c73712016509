import type { FastifyInstance, FastifyRequest } from 'fastify'
import { getUser, refreshTokens } from '#modules/identity/contract.ts'
import type { Clock } from '#platform/clock.ts'
import type { Config } from '#platform/config.ts'
import type { Log } from '#platform/log.ts'
import type { Call } from '#shared/call.ts'
import {
  deviceCookie,
  isAccountForm,
  newDeviceSecret,
  readDeviceCookie,
} from '#web/account/session/device-cookie.server.ts'
import {
  endedSessionCookie,
  findSessionCookie,
  isRunningOut,
  sessionCookie,
  type TokenPair,
} from '#web/account/session/session-cookie.server.ts'
import { createCall } from './call.ts'
import type { Visit } from './web.ts'

interface App {
  fastify: FastifyInstance
  ctx: { config: Pick<Config, 'publicUrl'>; clock: Clock; log: Log }
}

/** Identifies the person behind a page request by the session cookie; an expired access token is refreshed. */
export function createVisit(app: App): (request: FastifyRequest, address: string) => Promise<Visit> {
  const isHttps = app.ctx.config.publicUrl.startsWith('https:')
  const refresh = createRefresh()
  return async (request, address) => {
    const isForm = isAccountForm(request, app.ctx.config.publicUrl)
    const device = readDeviceCookie(request.headers.cookie, isHttps) ?? (isForm ? newDeviceSecret() : undefined)
    // Renews the cookie for another year.
    const deviceCookies = device && isForm ? [deviceCookie(device, isHttps)] : []
    const caller = { address, userAgent: request.headers['user-agent'], device }
    const visitor = (setCookies: string[] = []): Visit => ({
      call: createCall(app.fastify, caller),
      session: null,
      setCookies: [...deviceCookies, ...setCookies],
    })
    const pair = findSessionCookie(request.headers.cookie, isHttps)
    // These routes set the cookie themselves.
    const isOwner = request.url.startsWith('/session/')
    if (pair === 'invalid') {
      app.ctx.log.warn({ event: 'session cookie discarded', request_id: request.id })
      return visitor(isOwner ? [] : [endedSessionCookie(isHttps)])
    }
    if (!pair) return visitor()
    const bound = (access: string) => createCall(app.fastify, { ...caller, bearer: access })
    if (isOwner) return { ...visitor(), call: bound(pair.access) }
    const fresh = isRunningOut(pair.access, app.ctx.clock.now()) ? await refresh(visitor().call, pair) : pair
    if (fresh === 'ended') return visitor([endedSessionCookie(isHttps)])
    // Busy for a moment: the page is rendered as for a visitor, and the cookie stays for the next one.
    if (fresh === 'unknown') return visitor()
    const call = bound(fresh.access)
    const user = await call(getUser)
    if (!user.ok) return visitor([401, 403].includes(user.status) ? [endedSessionCookie(isHttps)] : [])
    const { id, userRole, isHired = false, staffRole, needsTwoStep, firstName, lastName, email, phone } = user.data
    const setCookies = fresh === pair ? deviceCookies : [...deviceCookies, sessionCookie(fresh, isHttps)]
    return {
      call,
      bearer: fresh.access,
      session: {
        id,
        userRole,
        isHired,
        ...(staffRole ? { staffRole } : {}),
        ...(needsTwoStep ? { needsTwoStep } : {}),
        firstName,
        lastName,
        email,
        phone,
      },
      setCookies,
    }
  }
}

type Refreshed = TokenPair | 'ended' | 'unknown'

/** One refresh at a time for each token, however many requests of one page find it expired. */
function createRefresh(): (call: Call, pair: TokenPair) => Promise<Refreshed> {
  const underWay = new Map<string, Promise<Refreshed>>()
  return (call, { refresh }) => {
    const known = underWay.get(refresh)
    if (known) return known
    const pending = requestRefresh(call, refresh).finally(() => underWay.delete(refresh))
    underWay.set(refresh, pending)
    return pending
  }
}

async function requestRefresh(call: Call, refresh: string): Promise<Refreshed> {
  const answer = await call(refreshTokens, { body: { refresh } })
  if (answer.ok) return answer.data
  return [401, 403].includes(answer.status) ? 'ended' : 'unknown'
}
