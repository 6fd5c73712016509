import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { writeMessage } from '#modules/bookings/thread/contract.ts'
import { getJobNotices, saveJobNotices, removeDriver } from '#modules/fleet/drivers/contract.ts'
import { notifyUnitDriver } from '#modules/fleet/drivers/commands.ts'
import { HIRED_EVENT_RULES, HIRED_EVENTS, type HiredEvent } from '#modules/fleet/drivers/rules.ts'
import { addPushDevice } from '#modules/notifications/contract.ts'
import { CHANNELS, type Channel } from '#modules/notifications/rules.ts'
import type { Call } from '#shared/call.ts'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { aBrowser } from '#test/support/browsers.ts'
import { must } from '#test/support/driver.ts'
import { aConfirmedJob, dayHelpers, kindsAbout } from '#test/support/factories/day.ts'
import { callAs } from '#test/support/session.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aHiredDriver } from '#test/support/factories/hired-driver.ts'
import { reconfirmBooking, rejectBooking } from '../answers/contract.ts'

const PHONE = '+447700900654'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  app.clock.set('2026-11-20T09:00:00Z')
  await removeCompanies(app)
  // Pushes that wait for them are deleted too: no test here reaches a push service.
  await app.ctx.db.deleteFrom('notifications.push_device').execute()
})
afterAll(() => app.close())

const { at } = dayHelpers(() => app)

/** A confirmed job of a van with a hired driver, who has a confirmed number and a browser that takes messages. */
async function aDrivenJob({ hasBrowser = true } = {}) {
  const day = await aConfirmedJob(app)
  const hired = await aHiredDriver(app, day.driver, day.unit.id)
  await app.ctx.db
    .updateTable('identity.user')
    .set({ phone: PHONE, phoneVerifiedAt: app.clock.now() })
    .where('id', '=', hired.id)
    .execute()
  if (hasBrowser) await must(hired.call(addPushDevice, { body: aBrowser(hired.id) }))
  return { ...day, hired, hiredCall: callAs(app, hired.id) }
}

/** The channels by which the hired driver was told a message of this kind about the booking. */
async function channelsOf({ id, hired }: Awaited<ReturnType<typeof aDrivenJob>>, kind: string): Promise<Channel[]> {
  const rows = await app.ctx.db
    .selectFrom('notifications.message as m')
    .leftJoin('notifications.push_device as d', 'd.id', 'm.deviceId')
    .select(['m.channel', 'm.recipient', 'd.userId'])
    .where('m.subjectId', '=', id)
    .where('m.kind', '=', kind)
    .execute()
  const sent = rows.filter(({ recipient, userId }) => [hired.email, PHONE].includes(recipient) || userId === hired.id)
  return CHANNELS.filter((channel) => sent.some((one) => one.channel === channel))
}

const choose = (call: Call, event: HiredEvent, channels: Partial<Record<Channel, boolean>>) =>
  must(call(saveJobNotices, { body: [{ event, ...channels }] }))

it('answers every event with the defaults, and keeps what is chosen, each for themselves', async () => {
  const { hiredCall, driver, unit } = await aDrivenJob()
  const before = await must(hiredCall(getJobNotices))
  expect(before.map(({ event }) => event)).toEqual(HIRED_EVENTS)
  expect(before.find(({ event }) => event === 'job_message')).toMatchObject({ email: true, sms: false, push: true })
  await must(
    hiredCall(saveJobNotices, {
      body: [
        { event: 'job_message', sms: true, push: false },
        { event: 'job_reminder', sms: false },
        // The last of two settings for the same event counts.
        { event: 'job_reminder', sms: true },
        { event: 'job_changed', email: true, push: false },
      ],
    }),
  )
  const after = await must(hiredCall(getJobNotices))
  expect(after).toEqual(
    before.map((setting) =>
      setting.event === 'job_message'
        ? { ...setting, sms: true, push: false }
        : setting.event === 'job_changed'
          ? { ...setting, push: false }
          : setting,
    ),
  )
  await must(driver(removeDriver, { params: { id: unit.id } }))
  const next = await aHiredDriver(app, driver, unit.id)
  expect(await must(next.call(getJobNotices))).toEqual(before)
})

it.each(HIRED_EVENTS.filter((event) => HIRED_EVENT_RULES[event].always.length > 0))(
  'does not let the emails of %s be switched off, nor keeps what was sent along',
  async (event) => {
    const { hiredCall } = await aDrivenJob()
    const before = await must(hiredCall(getJobNotices))
    const body = [
      { event: 'job_reminder' as const, sms: false },
      { event, email: false },
    ]
    expect(await hiredCall(saveJobNotices, { body })).toMatchObject({
      status: 422,
      problem: { errors: { '1.email': ['These messages can’t be switched off.'] } },
    })
    expect(await must(hiredCall(getJobNotices))).toEqual(before)
  },
)

it('tells of each event on the channels that are on, and on no other', async () => {
  const job = await aDrivenJob()
  const notify = (event: HiredEvent, kind: string) =>
    app.ctx.tx((tx) =>
      notifyUnitDriver(tx, job.unit.id, event, {
        kind,
        subject: 'A job',
        mail: { title: 'A job', paragraphs: ['Something about it.'] },
        sms: 'Vanfare: something about a job.',
        subjectId: job.id,
      }),
    )
  for (const event of HIRED_EVENTS) {
    const { always, usual } = HIRED_EVENT_RULES[event]
    await choose(job.hired.call, event, { email: true, sms: true, push: true })
    await notify(event, `on_${event}`)
    expect(await channelsOf(job, `on_${event}`)).toEqual(CHANNELS)
    for (const channel of CHANNELS.filter((one) => !always.includes(one))) {
      await choose(job.hired.call, event, { email: true, sms: true, push: true, [channel]: false })
      await notify(event, `no_${channel}_${event}`)
      expect(await channelsOf(job, `no_${channel}_${event}`)).toEqual(CHANNELS.filter((one) => one !== channel))
    }
    await app.ctx.db.deleteFrom('identity.message_setting').where('userId', '=', job.hired.id).execute()
    await notify(event, `usual_${event}`)
    expect(await channelsOf(job, `usual_${event}`)).toEqual(CHANNELS.filter((one) => usual[one]))
  }
})

it('is heeded by what really happens to a job: a message, the evening before, its end', async () => {
  const happen = async (prepare: (call: Call) => Promise<unknown>) => {
    app.clock.set('2026-11-20T09:00:00Z')
    await removeCompanies(app)
    const job = await aDrivenJob({ hasBrowser: false })
    await prepare(job.hired.call)
    await must(job.customer(writeMessage, { params: { id: job.id }, body: { text: 'Bring blankets.' } }))
    await at('2026-11-27T09:00:00Z')
    await must(job.driver(reconfirmBooking, { params: { id: job.id } }))
    await at('2026-11-27T18:00:00Z')
    await must(job.driver(rejectBooking, { params: { id: job.id }, body: { reason: 'broken_van' } }))
    // The owner is notified regardless of the driver's choices.
    expect(await kindsAbout(app, job.id)).toEqual(expect.arrayContaining(['message_received', 'job_evening_before']))
    return Promise.all(['message_received', 'job_evening_before', 'job_cancelled'].map((kind) => channelsOf(job, kind)))
  }
  expect(await happen(async () => undefined)).toEqual([['email'], ['email', 'sms'], ['email', 'sms']])
  const none = { email: false, sms: false, push: false }
  const switchedOff = await happen(async (call) => {
    await choose(call, 'job_message', none)
    await choose(call, 'job_reminder', none)
    await choose(call, 'job_changed', { sms: false, push: false })
  })
  expect(switchedOff).toEqual([[], [], ['email']])
})
