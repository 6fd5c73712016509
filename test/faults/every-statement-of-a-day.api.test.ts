import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createCall } from '#app/call.ts'
import { agreeChange, proposeChange } from '#modules/bookings/changes/contract.ts'
import { answerClaim, createClaim, decideClaim } from '#modules/bookings/claims/contract.ts'
import { finishJob, pauseJob, resumeJob, startJob, tickLoaded } from '#modules/bookings/day/actions/contract.ts'
import { confirmHours } from '#modules/bookings/day/hours/contract.ts'
import { decideDayQuestion, listDayQuestions } from '#modules/bookings/day/questions/contract.ts'
import { askForRebook, confirmRebook, getRebookPrice } from '#modules/bookings/replacement/contract.ts'
import { bookSpecial } from '#modules/bookings/create/contract.ts'
import { writeMessage } from '#modules/bookings/thread/contract.ts'
import { reviewBooking } from '#modules/reviews/contract.ts'
import type { Call } from '#shared/call.ts'
import { createTestApp, withoutGuards, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { anAgreedBooking } from '#test/support/factories/agreed-booking.ts'
import { aQuoteFor } from '#test/support/factories/booking.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { anOffice, dayTime } from '#test/support/factories/day.ts'
import { aFinishedBooking } from '#test/support/factories/finished.ts'
import { aMove } from '#test/support/factories/move.ts'
import { aUnit } from '#test/support/factories/unit.ts'
import { failEveryStatement, failing, stateOf, type Action } from '#test/support/failing-statements.ts'
import { createPerson } from '#test/support/people.ts'
import { sessionFor } from '#test/support/session.ts'

/** F-06 for the moving day and what follows it: changes, messages, reviews, claims, booking again and bookings by phone. */

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  app.clock.set('2026-11-20T09:00:00Z')
  await removeCompanies(app)
})
afterAll(() => app.close())

/** Signed in now, so that no statement of the action is one of the login. */
const signedIn = async (id: string): Promise<Call> => app.call((await sessionFor(app, id)).bearer)
const office = async () => signedIn((await createPerson(app, { role: 'admin' })).id)
/** What a phone sends with each action: its own key and its own time. */
const phone = (clock: string) => ({ actionKey: crypto.randomUUID(), happenedAt: dayTime(clock) })

async function agreed() {
  const { id, unit, customer } = await anAgreedBooking(app)
  const both = async () => ({ driver: await signedIn(unit.company.owner.id), own: await signedIn(customer.id) })
  return { params: { id }, both, ...(await both()) }
}

/** The day has come to where its clock runs, or stands still, or was stopped. */
async function begun(until: 'ahead' | 'running' | 'paused' | 'finished') {
  const { params, both } = await agreed()
  app.clock.set(dayTime('12:00'))
  const { driver, own } = await both()
  if (until !== 'ahead') await must(driver(startJob, { params, body: phone('09:00') }))
  if (until === 'paused') await must(driver(pauseJob, { params, body: { ...phone('10:00'), reason: 'access' } }))
  if (until === 'finished') await must(driver(finishJob, { params, body: phone('11:00') }))
  return { params, driver, own }
}

async function finished() {
  const unit = await aUnit(app)
  const { id, customer } = await aFinishedBooking(app)
  return { params: { id }, own: await signedIn(customer.id), owner: await signedIn(unit.company.owner.id) }
}

const items = [
  { words: 'The mirror: cracked.', askedPence: 12_000 },
  { words: 'A chair: one leg broken.', askedPence: 8000 },
]

async function claimed() {
  const all = await finished()
  await must(all.own(createClaim, { params: all.params, body: { items } }))
  return all
}

const halfOfIt = { acceptedPence: 10_000, text: 'Half of it.' }
const when = { date: '2026-12-15', time: '09:00' }

async function askedAgain() {
  const { own, owner, params } = await finished()
  const { totalPence } = await must(own(getRebookPrice, { params, query: when }))
  return { own, owner, params, body: { ...when, totalPence } }
}

const armchair = { kind: 'item' as const, words: 'An armchair', line: { label: 'Armchair', amountPence: 3100 } }

/** A caller whom the office has not seen before. */
const byPhone = () => ({
  ...aMove(),
  customer: { firstName: 'Margaret', phone: `+4477${String(Math.random()).slice(2, 10)}` },
  specialPayMethod: 'cash' as const,
})

const actions: Action[] = [
  {
    name: 'start',
    isReadAfterwards: true,
    prepare: async () => {
      const { params, driver } = await begun('ahead')
      const body = phone('09:00')
      return () => driver(startJob, { params, body })
    },
  },
  {
    name: 'pause for the keys',
    isReadAfterwards: true,
    prepare: async () => {
      const { params, driver } = await begun('running')
      const body = { ...phone('10:00'), reason: 'keys_not_released' as const, note: 'The agent is at lunch' }
      return () => driver(pauseJob, { params, body })
    },
  },
  {
    name: 'resume',
    isReadAfterwards: true,
    prepare: async () => {
      const { params, driver } = await begun('paused')
      const body = phone('10:30')
      return () => driver(resumeJob, { params, body })
    },
  },
  {
    name: 'tick an item off',
    isReadAfterwards: true,
    prepare: async () => {
      const { params, driver } = await begun('running')
      const body = { ...phone('10:00'), item: 1, loaded: true }
      return () => driver(tickLoaded, { params, body })
    },
  },
  {
    name: 'finish',
    isReadAfterwards: true,
    prepare: async () => {
      const { params, driver } = await begun('paused')
      const body = phone('11:00')
      return () => driver(finishJob, { params, body })
    },
  },
  {
    name: 'confirm the hours',
    isReadAfterwards: true,
    prepare: async () => {
      const { params, own } = await begun('finished')
      return () => own(confirmHours, { params })
    },
  },
  {
    name: 'decide about disputed hours',
    prepare: async () => {
      const { params, own } = await begun('finished')
      await must(own(confirmHours, { params, body: { minutes: 60, text: 'It was an hour.' } }))
      const { results } = await must((await anOffice(app))(listDayQuestions))
      const question = { id: results[0]?.id ?? '' }
      const desk = await office()
      const body = { decision: 'accept_hours' as const, minutes: 60, reason: 'As the photos say.' }
      return () => desk(decideDayQuestion, { params: question, body })
    },
  },
  {
    name: 'propose a change',
    prepare: async () => {
      const { params, driver } = await begun('running')
      return () => driver(proposeChange, { params, body: armchair })
    },
  },
  {
    name: 'agree to a change',
    prepare: async () => {
      const { params, driver, own } = await begun('running')
      const { id: changeId, version } = await must(driver(proposeChange, { params, body: armchair }))
      return () => own(agreeChange, { params, body: { changeId, version } })
    },
  },
  {
    name: 'agree to another start',
    prepare: async () => {
      const { params, driver, own } = await agreed()
      const body = {
        kind: 'time' as const,
        words: '',
        newStartAt: '2026-11-29T10:00:00Z',
        line: { label: 'Sunday', amountPence: 0 },
      }
      const { id: changeId, version } = await must(driver(proposeChange, { params, body }))
      return () => own(agreeChange, { params, body: { changeId, version } })
    },
  },
  {
    name: 'write a message',
    prepare: async () => {
      const { params, own } = await agreed()
      return () => own(writeMessage, { params, body: { text: 'Is a permit bay all right?' } })
    },
  },
  {
    name: 'review',
    prepare: async () => {
      const { params, own } = await finished()
      const body = { punctuality: 5, care: 4, value: 5, text: 'Rang ten minutes ahead.' }
      return () => own(reviewBooking, { params: { hash: params.id }, body })
    },
  },
  {
    name: 'claim',
    prepare: async () => {
      const { params, own } = await finished()
      return () => own(createClaim, { params, body: { items } })
    },
  },
  {
    name: 'answer a claim',
    prepare: async () => {
      const { params, owner } = await claimed()
      return () => owner(answerClaim, { params, body: halfOfIt })
    },
  },
  {
    name: 'decide about a claim',
    prepare: async () => {
      const { params, owner } = await claimed()
      await must(owner(answerClaim, { params, body: halfOfIt }))
      const desk = await office()
      return () => desk(decideClaim, { params, body: { awardedPence: 15_000, text: 'Three quarters.' } })
    },
  },
  {
    name: 'ask for the same driver again',
    prepare: async () => {
      const { params, own, body } = await askedAgain()
      return () => own(askForRebook, { params, body })
    },
  },
  {
    name: 'come again',
    prepare: async () => {
      const { params, own, owner, body } = await askedAgain()
      await must(own(askForRebook, { params, body }))
      return () => owner(confirmRebook, { params })
    },
  },
  {
    name: 'book by phone, with a driver',
    prepare: async () => {
      await aUnit(app)
      const { quoteId } = await aQuoteFor(app)
      const desk = await office()
      const body = { ...byPhone(), quoteId }
      return () => desk(bookSpecial, { body })
    },
  },
  {
    name: 'book by phone, for any driver who takes it',
    prepare: async () => {
      await aUnit(app)
      const desk = await office()
      const body = { ...byPhone(), totalPence: 18_000 }
      return () => desk(bookSpecial, { body })
    },
  },
]

describe('whichever statement fails', () => {
  it.each(actions)('of "$name", nothing is left of it, and then it is done', async (action) => {
    expect(await failEveryStatement(app, action)).toBeGreaterThan(3)
  })

  it('of a start without a transaction, the clock runs and the record is empty: the control', async () => {
    const careless = await withoutGuards(app, 'one_transaction')
    try {
      const unit = await anAgreedBooking(app)
      app.clock.set(dayTime('12:00'))
      const driver = createCall(careless.fastify, {
        bearer: (await sessionFor(app, unit.unit.company.owner.id)).bearer,
      })
      const before = await stateOf(app)
      let isDifferent = false
      for (let at = 4; at < 30 && !isDifferent; at++) {
        await failing(at, () => driver(startJob, { params: { id: unit.id }, body: phone('09:00') }), careless.pool)
        const { 'bookings.day': day, 'bookings.day_entry': entries } = await stateOf(app)
        isDifferent = day !== before['bookings.day'] && entries === before['bookings.day_entry']
      }
      expect(isDifferent).toBe(true)
    } finally {
      await careless.close()
    }
  })
})
