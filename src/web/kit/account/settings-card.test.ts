import { expect, test } from 'vitest'
import { verifyPhone } from '#modules/identity/verification/contract.ts'
import { confirmTwoStep } from '#modules/identity/two-step/contract.ts'
import { codeError } from './settings-card.tsx'

const taken = {
  phone: (code: string) => verifyPhone.body.safeParse({ phone: null, code }).data?.code,
  app: (code: string) => confirmTwoStep.body.safeParse({ code }).data?.code,
}

test.each(Object.entries(taken))('%s: a code in two groups, as apps show it, is the code', (_, codeOf) => {
  expect(codeError(' 123 456 ')).toBeUndefined()
  expect(codeOf(' 123 456 ')).toBe('123456')
})

test.each(['', '12345', '123 45', '1234567', '12345a'])('%j is no code', (text) => {
  expect(codeError(text)).toBe('The code has six digits.')
  expect([taken.phone(text), taken.app(text)]).toEqual([undefined, undefined])
})
