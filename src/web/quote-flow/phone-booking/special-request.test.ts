import { describe, expect, it } from 'vitest'
import { canText, describeCancellation, describePayment, describePrice, withNext } from './special-request.ts'

const chosen = {
  ceilingPence: 19_000,
  company: { name: 'Soar Valley Vans' } as never,
  cancellation: [
    { until: '2026-03-16T10:00:00Z', feePence: 0 },
    { until: '2026-03-17T10:00:00Z', feePence: 3800 },
    { until: null, feePence: 7600 },
  ],
}

describe('what the office says', () => {
  it('has the price and the ceiling of the chosen driver, or the price that was agreed', () => {
    expect(describePrice(17_100, chosen)).toBe(
      'It’s £171.00, and for what you’ve told me it won’t be more than £190.00.',
    )
    expect(describePrice(17_500, null)).toBe('It’s £175.00, and that’s fixed.')
  })

  it('has what cancelling costs, and from when', () => {
    expect(describeCancellation(chosen, new Date('2026-03-10T09:00:00Z'))).toBe(
      'You can cancel free until a driver confirms. Until Mon 16 March, 10:00, it is free; until Tue 17 March, 10:00, it costs £38.00; after that, it costs £76.00.',
    )
    expect(describeCancellation(chosen, new Date('2026-03-17T12:00:00Z'))).toBe(
      'You can cancel free until a driver confirms. Once confirmed, it costs £76.00.',
    )
  })

  it('says that a job without a driver costs nothing to cancel', () =>
    expect(describeCancellation(null, new Date('2026-03-10T09:00:00Z'))).toBe(
      'You can cancel free of charge until it starts.',
    ))

  it.each([
    ['cash', '£171.00 is to be paid in cash to the driver, when the move is done. Nothing is paid now.'],
    ['card', '£171.00 is to be paid by card. Don’t read your card number out to me.'],
    ['bank_transfer', '£171.00 is to be paid by transfer to the bank account of Soar Valley Vans.'],
  ] as const)('says how %s is paid', (method, sentence) =>
    expect(describePayment(method, 17_100, chosen)).toBe(sentence),
  )
})

describe('the list of who does it', () => {
  const quoted = (id: string, totalPence: number) => ({ company: { id }, totalPence }) as never

  it('counts what it shows, and says how many there are if some are not on the page', () => {
    expect(canText(0, 0)).toBe('No driver is free then')
    expect(canText(1, 1)).toBe('1 can')
    expect(canText(28, 28)).toBe('28 can, cheapest first')
    expect(canText(20, 28)).toBe('20 of 28, cheapest first')
  })

  it('goes on with the next page, each company once', () => {
    const shown = [quoted('a', 100), quoted('b', 110)]
    expect(withNext(shown, [quoted('b', 111), quoted('c', 120)])).toEqual([...shown, quoted('c', 120)])
  })
})
