import { useEffect, useState } from 'react'
import { useFetcher, useNavigate } from 'react-router'
import type { createBooking } from '#modules/bookings/contract.ts'
import type { AnswerOf } from '#shared/endpoint.ts'
import { cameFrom } from '#web/kit/page/came-from.ts'
import { useBookingLogin } from '#web/kit/session/login.tsx'
import { useSession } from '#web/kit/page/root-data.ts'
import type { KeyedAnswer } from '../ask.ts'
import { storeAwaitingBooking, type BookedState } from '#web/kit/bookings/awaiting-booking.ts'
import { attemptFor, isAnswered, bookingProblem, needsLogin, type BookingProblem } from './booking-answer.ts'
import { toBookingRequest } from '../draft/draft-request.ts'
import { useFlow, type OpenedAccount } from '../flow-context.tsx'
import { focusFirst } from '../flow-page.tsx'
import { paymentMethodOf } from '../draft/order.ts'

/** Referral source of this visit only; earlier visits are not remembered. */
function cameFromQuery() {
  const { came_from: host, utm_source: utmSource, utm_medium: utmMedium, utm_campaign: utmCampaign } = cameFrom()
  return { cameFrom: host, utmSource, utmMedium, utmCampaign }
}

export type Booked = AnswerOf<typeof createBooking>

/** Books the chosen quote: at once if signed in, otherwise after the login dialog, without leaving the page. */
export function useBooking() {
  const { draft, order, dispatch, clear, openedAccount: opened, setOpenedAccount: setOpened } = useFlow()
  const session = useSession()
  const navigate = useNavigate()
  const openLogin = useBookingLogin()
  // The fetcher’s key contains the price, so that an answer about another price is not reused.
  const { submit, data, state } = useFetcher<KeyedAnswer<Booked>>({ key: `booking-${order.selectedQuote?.quoteId}` })
  const { reset: dropRouteDetails } = useFetcher({ key: 'routeDetails' })
  const [problem, setProblem] = useState<BookingProblem | null>(null)

  const send = (account: OpenedAccount | null) => {
    const request = toBookingRequest(order, { paymentMethod: paymentMethodOf(order), allowHotJob: order.allowsHotJob })
    if (!request) return
    setProblem(null)
    const attempt = attemptFor(request.quoteId, draft.attempt)
    dispatch({ type: 'booking-sent', attempt })
    const body = { request, attempt: attempt.key, bookingToken: account?.bookingToken ?? null, query: cameFromQuery() }
    void submit(JSON.stringify({ key: request.quoteId, body }), {
      method: 'post',
      encType: 'application/json',
      action: '/confirm-booking',
      defaultShouldRevalidate: false,
    })
  }
  const askWho = (proceed: (account: OpenedAccount | null) => void, isNew = false) =>
    openLogin({
      isNew,
      onSignedIn: () => proceed(null),
      onRegistered: (bookingToken, email) => {
        setOpened({ bookingToken, email })
        proceed({ bookingToken, email })
      },
    })
  useEffect(() => {
    if (!data) return
    if (data.ok || isAnswered(data)) dispatch({ type: 'booking-answered' })
    if (data.ok) {
      const booked = data.data
      const sent: BookedState = { mailedTo: opened?.email }
      if (booked.awaitingVerification) storeAwaitingBooking(booked.hash)
      // Navigates first, so that this page is never seen without its order.
      const goThere = async () => {
        // The details of the route are no longer needed, and an answer that arrives late would cancel the navigation
        // (KnownRoutes).
        dropRouteDetails()
        await navigate(`/booking/${booked.hash}`, { replace: true, state: sent })
        if (!booked.awaitingVerification) clear()
      }
      void goThere()
    } else if (needsLogin(data)) {
      setOpened(null)
      askWho(send)
    } else {
      const found = bookingProblem(data, order.routePoints.length)
      // The prices stored for pick-a-driver still contain the lost one.
      if (found.needsNewQuote) dispatch({ type: 'remote-dropped', slot: 'companyQuotes' })
      setProblem(found)
      focusFirst([...Object.keys(found.errors), 'not-booked'])
    }
    // Each answer is handled once.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [data])

  return {
    book: () => (session || opened ? send(opened) : askWho(send, true)),
    logIn: () => askWho(() => undefined),
    /** The address of an account that was opened here and has not booked yet. */
    openedFor: session ? null : (opened?.email ?? null),
    problem,
    isBusy: state !== 'idle',
  }
}
