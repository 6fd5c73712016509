import { expect, it } from 'vitest'
import { renderMail } from '#modules/notifications/mails/templates.ts'
import { verificationMail } from './messages.ts'

it.each([
  ['customer', 'the booking goes to the driver as soon as you confirm', 'set up your profile'],
  ['driver', 'set up your profile', 'booked a move'],
] as const)('a %s reads what follows for them, in text and HTML', (userRole, own, others) => {
  const { mail } = verificationMail({
    userRole,
    firstName: 'Ailsa',
    url: 'https://v.example/',
    origin: 'just now',
    others: [],
  })
  const { text, html } = renderMail(mail, { sender: 'Vanfare' })
  for (const body of [text, html]) {
    expect(body).toContain(own)
    expect(body).not.toContain(others)
    expect(body).toContain('the account stays closed')
  }
})
