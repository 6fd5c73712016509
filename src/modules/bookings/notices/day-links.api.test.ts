import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#test/support/app.ts'
import { must } from '#test/support/driver.ts'
import { removeCompanies } from '#test/support/factories/company.ts'
import { aConfirmedJob, anOffice, dayHelpers, dayTime, type TestDay } from '#test/support/factories/day.ts'
import { aHiredDriver } from '#test/support/factories/hired-driver.ts'
import { finishJob, startJob } from '../day/actions/contract.ts'
import { confirmHours } from '../day/hours/contract.ts'
import { decideDayQuestion, listDayQuestions } from '../day/questions/contract.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
beforeEach(async () => {
  app.clock.set('2026-11-20T09:00:00Z')
  await removeCompanies(app)
})
afterAll(() => app.close())

const { phone, at } = dayHelpers(() => app)

/** The pages that the mails and texts of this kind lead to. */
async function pagesOf({ id }: TestDay, kind: string): Promise<string[]> {
  const messages = await app.ctx.db
    .selectFrom('notifications.message')
    .select(['channel', 'text'])
    .where('subjectId', '=', id)
    .where('kind', '=', kind)
    .execute()
  const links = messages.flatMap(({ text }) => text.match(/https?:\/\/[^\s"<>]+/g) ?? [])
  const pages = links.map((link) => new URL(link)).map(({ pathname, search }) => pathname + search)
  return [...new Set(pages.filter((page) => /^\/(my-day|my-bookings|calendar)/.test(page)))]
}

describe('what a company is told on the day of a job', () => {
  it('leads to that job’s day, of the unit that does it: owner and hired driver alike', async () => {
    const day = await aConfirmedJob(app)
    await aHiredDriver(app, day.driver, day.unit.id)
    const page = [`/my-day/${day.id}?unit=${day.unit.id}`]
    await at(dayTime('09:16'))
    expect(await pagesOf(day, 'job_where_are_you')).toEqual(page)
    const params = { id: day.id }
    await must(day.driver(startJob, { params, body: phone() }))
    await at(dayTime('12:00'))
    await must(day.driver(finishJob, { params, body: phone() }))
    await must(day.customer(confirmHours, { params }))
    expect(await pagesOf(day, 'job_hours_confirmed')).toEqual(page)
  })

  it('leads there the evening before', async () => {
    const day = await aConfirmedJob(app)
    await at('2026-11-27T18:00:00Z')
    expect(await pagesOf(day, 'job_evening_before')).toEqual([`/my-day/${day.id}?unit=${day.unit.id}`])
  })

  it('leads to the job in its list once the day is over for them', async () => {
    const day = await aConfirmedJob(app)
    await at('2026-12-01T09:00:00Z')
    expect(await pagesOf(day, 'job_was_it_done')).toEqual([`/my-day/${day.id}?unit=${day.unit.id}`])
    const desk = await anOffice(app)
    const [question] = (await must(desk(listDayQuestions))).results
    const body = { decision: 'not_done' as const, reason: 'Nobody came.' }
    await must(desk(decideDayQuestion, { params: { id: question?.id ?? '' }, body }))
    expect(await pagesOf(day, 'job_day_decided')).toEqual([
      `/my-bookings/confirmed-bookings?job=${day.id}&unit=${day.unit.id}`,
    ])
  })
})
