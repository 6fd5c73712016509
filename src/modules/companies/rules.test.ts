import { describe, expect, it } from 'vitest'
import { isChannelOn, type Choices } from '#modules/notifications/rules.ts'
import {
  canBelongTogether,
  parseSubstitutes,
  parseWeights,
  type ModulusTable,
  type WeightRow,
  maskAccountNumber,
  maskSortCode,
  parseAccountNumber,
  parseSortCode,
} from './banking/rules.ts'
import { COMPANY_EVENTS, EVENT_RULES, type CompanyEvent, birthdayProblem, vatDayProblem, plainText } from './rules.ts'

it('a VAT registration begins on a day that can be', () => {
  const today = '2026-11-20'
  const days = ['1973-03-31', '1973-04-01', '2026-11-20', '2027-11-20', '2027-11-21']
  expect(days.map((day) => vatDayProblem(day, today))).toEqual([
    'Choose the day on the certificate: VAT began on 01/04/1973.',
    undefined,
    undefined,
    undefined,
    'Choose the day on the certificate, before 21/11/2027.',
  ])
  expect(vatDayProblem('3026-11-20', today)).toBe('Choose the day on the certificate, before 21/11/2027.')
})

it('a birthday is that of somebody who may do business', () => {
  const days = ['1900-01-01', '1980-02-29', '2010-11-20', '2010-11-21', '2027-01-01']
  const late = 'Enter the day on which you were born, before 21/11/2010.'
  expect(days.map((day) => birthdayProblem(day, '2026-11-20'))).toEqual([
    'Enter the day on which you were born, after 01/01/1900.',
    undefined,
    undefined,
    late,
    late,
  ])
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

describe('bank details', () => {
  describe('a sort code', () => {
    it.each([
      ['204542', '204542'],
      ['20-45-42', '204542'],
      ['20 45 42', '204542'],
      [' 20-45 42 ', '204542'],
      ['000000', null],
      ['20454', null],
      ['2045421', null],
      ['20-454-2', null],
      ['2O4542', null],
      ['20–45–42', null],
      ['', null],
    ])('%j is %j', (text, parsed) => {
      expect(parseSortCode(text)).toBe(parsed)
    })
  })

  describe('an account number', () => {
    it.each([
      ['31926819', '31926819'],
      ['3192 6819', '31926819'],
      ['926819', '00926819'],
      ['1926819', '01926819'],
      ['00000000', null],
      ['12345', null],
      ['319268190', null],
      ['3192681X', null],
      ['GB29NWBK60161331926819', null],
      ['', null],
    ])('%j is %j', (text, parsed) => {
      expect(parseAccountNumber(text)).toBe(parsed)
    })

    it('is shown by its tail only', () => {
      expect([maskSortCode('42'), maskAccountNumber('6819')]).toEqual(['••-••-42', '••••6819'])
    })
  })

  /** A table by hand: the sort codes of the published test cases with the weights of their banks, and no others. */
  const WEIGHTS = `
070116 070116 MOD11    0    0    7    6    5    8    9    4    5    6    7    8    9   -1  12
070116 070116 MOD10    0    3    2    4    5    8    9    4    5    6    7    8    9   -1  13
074456 074456 MOD11    0    0    7    6    5    8    9    4    5    6    7    8    9   -1  12
074456 074456 MOD10    0    3    2    4    5    8    9    4    5    6    7    8    9   -1  13
086090 086090 MOD10    0    0    3    7    1    3    7    1    3    7    1    3    7    1   8
089000 089999 MOD10    0    0    0    0    0    0    7    1    3    7    1    3    7    1
102400 107999 MOD11    0    0    0    0    0    0    8    7    6    5    4    3    2    1
118000 118999 DBLAL    0    0    2    1    2    1    2    1    2    1    2    1    2    1   1
134012 134020 MOD11    0    0    0    7    5    9    8    4    6    3    5    2    0    0   4
180002 180002 MOD11    0    0    0    0    0    0    8    7    6    5    4    3    2    1  14
200901 201159 MOD11    0    0    0    0    0    0    0    7    6    5    4    3    2    1   6
200901 201159 DBLAL    2    1    2    1    2    1    2    1    2    1    2    1    2    1   6
202800 203200 MOD11    0    0    0    0    0    0    0    7    6    5    4    3    2    1
202800 203200 DBLAL    2    1    2    1    2    1    2    1    2    1    2    1    2    1
309070 309070 MOD11    0    0    3    2    9    8    5    7    6    5    4    3    2    1   2
309070 309070 MOD11    0    0    3    2    9    8    1    7    6    5    4    3    2    1   9
771900 772799 MOD11    0    0    1    2    5    3    6    4    8    7   10    9    3    1   7
820000 827999 MOD11    0    0    0    0    0    0    0    0    7    3    4    9    2    1
820000 827999 DBLAL    2    1    2    1    2    1    2    1    2    1    2    1    2    1   3
870000 872791 MOD11    0    0    1    2    5    3    6    4    8    7   10    9    3    1  10
870000 872791 MOD11    0    0    5   10    9    8    0    7    6    5    4    3    2    1  11
938000 938696 MOD11    7    6    5    4    3    2    7    6    5    4    3    2    0    0   5
938000 938696 DBLAL    2    1    2    1    2    1    2    1    2    1    2    1    2    0   5
`
  const SUBSTITUTES = '938600 938611\n938173 938017\n'

  const rowsOf = (text: string): WeightRow[] => {
    const rows = parseWeights(text)
    if ('badLine' in rows) throw new Error(`line ${rows.badLine}`)
    return rows
  }
  const substitutesOf = (text: string) => {
    const pairs = parseSubstitutes(text)
    if ('badLine' in pairs) throw new Error(`line ${pairs.badLine}`)
    return pairs
  }
  const table: ModulusTable = { rows: rowsOf(WEIGHTS), substitutes: substitutesOf(SUBSTITUTES) }
  const check = (sortCode: string, accountNumber: string, by = table) =>
    canBelongTogether({ sortCode, accountNumber }, by)

  /** The test cases of the specification ("Validating account numbers – UK modulus checking", section 6), by its numbers. */
  describe('the published test cases', () => {
    it.each<[number, string, string, boolean, string]>([
      [1, '089999', '66374958', true, 'passes modulus 10'],
      [2, '107999', '88837491', true, 'passes modulus 11'],
      [3, '202959', '63748472', true, 'passes modulus 11 and double alternate'],
      [4, '871427', '46238510', true, 'exceptions 10 and 11: the first passes'],
      [5, '872427', '46238510', true, 'exceptions 10 and 11: the second passes'],
      [6, '871427', '09123496', true, 'exception 10: ab is 09 and g is 9'],
      [7, '871427', '99123496', true, 'exception 10: ab is 99 and g is 9'],
      [8, '820000', '73688637', true, 'exception 3: c is 6, no second check'],
      [9, '827999', '73988638', true, 'exception 3: c is 9, no second check'],
      [10, '827101', '28748352', true, 'exception 3: both checks'],
      [11, '134020', '63849203', true, 'exception 4: the remainder is gh'],
      [12, '118765', '64371389', true, 'exception 1: 27 more'],
      [13, '200915', '41011166', true, 'exception 6: foreign currency'],
      [14, '938611', '07806039', true, 'exception 5'],
      [15, '938600', '42368003', true, 'exception 5: with a substitute'],
      [16, '938063', '55065200', true, 'exception 5: both remainders 0'],
      [17, '772798', '99345694', true, 'exception 7: g is 9'],
      [18, '086090', '06774744', true, 'exception 8'],
      [19, '309070', '02355688', true, 'exceptions 2 and 9: the first passes'],
      [20, '309070', '12345668', true, 'exceptions 2 and 9: the second passes'],
      [21, '309070', '12345677', true, 'exceptions 2 and 9: a isn’t 0, g isn’t 9'],
      [22, '309070', '99345694', true, 'exceptions 2 and 9: a isn’t 0, g is 9'],
      [23, '938063', '15764273', false, 'exception 5: only the first check digit is right'],
      [24, '938063', '15764264', false, 'exception 5: only the second check digit is right'],
      [25, '938063', '15763217', false, 'exception 5: remainder 1'],
      [26, '118765', '64371388', false, 'exception 1'],
      [27, '203099', '66831036', false, 'passes modulus 11 and fails double alternate'],
      [28, '203099', '58716970', false, 'fails modulus 11 and passes double alternate'],
      [29, '089999', '66374959', false, 'fails modulus 10'],
      [30, '107999', '88837493', false, 'fails modulus 11'],
      [31, '074456', '12345112', true, 'exceptions 12 and 13: passes modulus 11'],
      [32, '070116', '34012583', true, 'exceptions 12 and 13: passes modulus 11'],
      [33, '074456', '11104102', true, 'exceptions 12 and 13: passes modulus 10'],
      [34, '180002', '00000190', true, 'exception 14: passes once it is shifted'],
    ])('%i: %s %s is %s, %s', (_number, sortCode, accountNumber, expected) => {
      expect(check(sortCode, accountNumber)).toBe(expected)
    })
  })

  describe('each exception', () => {
    /** The same table without the exceptions: what a check that forgot them would say. */
    const plain = { ...table, rows: table.rows.map((row) => ({ ...row, exception: null })) }
    it.each([
      ['1', '118765', '64371389'],
      ['2', '309070', '12345677'],
      ['3', '820000', '73688637'],
      ['4', '134020', '63849203'],
      ['5', '938611', '07806039'],
      ['6', '200915', '41011166'],
      ['7', '772798', '99345694'],
      ['9', '309070', '12345668'],
      ['10', '871427', '09123496'],
      ['11', '872427', '46238510'],
      ['13', '074456', '11104102'],
      ['14', '180002', '00000190'],
    ])('%s is needed: without it %s %s is refused', (_exception, sortCode, accountNumber) => {
      expect([check(sortCode, accountNumber), check(sortCode, accountNumber, plain)]).toEqual([true, false])
    })

    it('8 takes another sort code in its place, whatever it is', () => {
      // 086090 itself comes to the same as 090126, so the published case cannot tell.
      const row = { from: '111111', to: '111111', method: 'MOD10' as const, exception: 8 }
      const rows = [{ ...row, weights: [0, 0, 3, 7, 1, 3, 7, 1, 3, 7, 1, 3, 7, 1] }]
      expect(check('111111', '06774744', { ...table, rows })).toBe(true)
      expect(check('111111', '06774744', { ...table, rows: rows.map((one) => ({ ...one, exception: null })) })).toBe(
        false,
      )
    })

    it('5 is checked with the substitute where the table has one', () => {
      expect(check('938600', '42368003', { ...table, substitutes: new Map() })).toBe(false)
    })
  })

  describe('a sort code that the table does not know', () => {
    it.each(['040004', '999999', '000001'])('%s: nothing can be said', (sortCode) => {
      expect(check(sortCode, '12345678')).toBe(true)
    })
  })

  describe('a slip of the pen', () => {
    it('is found: every single wrong digit where the weights are prime to the modulus', () => {
      const right = '88837491'
      for (const [index, digit] of right.split('').entries())
        for (let other = 0; other < 10; other += 1) {
          if (other === Number(digit)) continue
          const mistyped = `${right.slice(0, index)}${other}${right.slice(index + 1)}`
          expect([mistyped, check('107999', mistyped)]).toEqual([mistyped, false])
        }
    })
  })

  describe('the files', () => {
    it.each([
      ['a word for a method', '089000 089999 MOD12 0 0 0 0 0 0 7 1 3 7 1 3 7 1', 1],
      ['a weight too few', '089000 089999 MOD10 0 0 0 0 0 0 7 1 3 7 1 3 7', 1],
      ['an exception that nobody knows', '\n089000 089999 MOD10 0 0 0 0 0 0 7 1 3 7 1 3 7 1 15', 2],
      ['a page in their place', '<!doctype html>', 1],
    ])('weights with %s are refused by line', (_name, text, badLine) => {
      expect(parseWeights(text)).toEqual({ badLine })
    })

    it('substitutes too; line ends of either kind and blank lines are forgiven', () => {
      expect(parseSubstitutes('938173 938017\r\n\r\n938289 938068')).toEqual(
        new Map([
          ['938173', '938017'],
          ['938289', '938068'],
        ]),
      )
      expect(parseSubstitutes('938173 938017\n938289,938068')).toEqual({ badLine: 2 })
      expect(rowsOf(WEIGHTS.replaceAll('\n', '\r\n'))).toHaveLength(23)
    })
  })
})
