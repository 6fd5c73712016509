import { describe, expect, it } from 'vitest'
import { isChannelOn, type Choices } from '#modules/notifications/choices/rules.ts'
import { COMPANY_EVENTS, EVENT_RULES, type CompanyEvent } from './rules.ts'

describe('what a company is told, and how', () => {
  it.each<[string, Choices<CompanyEvent>, 'hot_job' | 'new_booking', 'email' | 'sms', boolean]>([
    ['the usual', {}, 'hot_job', 'email', true],
    ['the usual', {}, 'hot_job', 'sms', false],
    ['chosen', { hot_job: { sms: true } }, 'hot_job', 'sms', true],
    ['chosen', { hot_job: { email: false } }, 'hot_job', 'email', false],
    ['chosen for another channel', { hot_job: { sms: true } }, 'hot_job', 'email', true],
    ['never to be missed', { new_booking: { email: false } }, 'new_booking', 'email', true],
    ['as chosen beside that', { new_booking: { sms: false } }, 'new_booking', 'sms', false],
  ])('%s: %j, %s by %s is %s', (_name, choices, event, channel, told) => {
    expect(isChannelOn(EVENT_RULES, choices, event, channel)).toBe(told)
  })

  it('has words for every event, and what is always sent is sent usually', () => {
    for (const event of COMPANY_EVENTS) {
      const { label, usual, always } = EVENT_RULES[event]
      expect(label).toMatch(/^[A-Z]/)
      for (const channel of always) expect(usual[channel]).toBe(true)
    }
  })
})
