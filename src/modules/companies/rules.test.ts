import { describe, expect, it } from 'vitest'
import { isChannelOn, type Choices } from '#modules/notifications/rules.ts'
import { COMPANY_EVENTS, EVENT_RULES, type CompanyEvent, isBirthday, isVatDay, plainText } from './rules.ts'

it('a VAT registration begins on a day that can be', () => {
  const today = '2026-11-20'
  const days = ['1973-03-31', '1973-04-01', '2026-11-20', '2027-11-20', '2027-11-21']
  expect(days.map((day) => isVatDay(day, today))).toEqual([false, true, true, true, false])
})

it('a birthday is that of somebody who may do business', () => {
  const days = ['1900-01-01', '1980-02-29', '2010-11-20', '2010-11-21', '2027-01-01']
  expect(days.map((day) => isBirthday(day, '2026-11-20'))).toEqual([false, true, true, false, false])
})

describe('T-069: words of a company', () => {
  it.each([
    ['  Two   vans ', 'Two vans'],
    ['a\u0000b\u0007c', 'a b c'],
    ['safe\u202egnp.exe', 'safegnp.exe'],
    ['line\nnext', 'line next'],
    ['<script>alert(1)</script>', '<script>alert(1)</script>'],
  ])('%j on one line is %j', (text, plain) => {
    expect(plainText(text)).toBe(plain)
  })

  it('keep their lines where there may be several, and no more than one empty one', () => {
    expect(plainText('One \r\ntwo\n\n\n\nthree\t!', true)).toBe('One \ntwo\n\nthree !')
  })
})

describe('what a company is told, and how', () => {
  it.each<[string, Choices<CompanyEvent>, 'hot_job' | 'new_booking', 'email' | 'sms', boolean]>([
    ['the usual', {}, 'hot_job', 'email', true],
    ['the usual', {}, 'hot_job', 'sms', false],
    ['chosen', { hot_job: { sms: true } }, 'hot_job', 'sms', true],
    ['chosen', { hot_job: { email: false } }, 'hot_job', 'email', false],
    ['chosen for another channel', { hot_job: { sms: true } }, 'hot_job', 'email', true],
    ['never to be missed', { new_booking: { email: false } }, 'new_booking', 'email', true],
    ['as chosen beside that', { new_booking: { sms: false } }, 'new_booking', 'sms', false],
  ])('%s: %j, %s by %s is %s', (_name, choices, event, channel, isSent) => {
    expect(isChannelOn(EVENT_RULES, choices, event, channel)).toBe(isSent)
  })

  it('has words for every event, and what is always sent is sent usually', () => {
    for (const event of COMPANY_EVENTS) {
      const { label, usual, always } = EVENT_RULES[event]
      expect(label).toMatch(/^[A-Z]/)
      for (const channel of always) expect(usual[channel]).toBe(true)
    }
  })
})
