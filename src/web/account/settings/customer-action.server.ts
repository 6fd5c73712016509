import {
  saveMessageSettings,
  addSavedAddress,
  changeSavedAddress,
  removeSavedAddress,
} from '#modules/identity/profile/contract.ts'
import { parsePhone } from '#shared/phone.ts'
import { data } from 'react-router'
import { removeSavedMove, renameSavedMove } from '#modules/quoting/saved-moves/contract.ts'
import { answerFor } from '#web/kit/account/account-action.server.ts'
import type { Answer } from '#web/kit/forms/answer.ts'
import { textIn } from '#web/kit/forms/form-text.ts'
import type { PageRequest } from '#web/kit/session/gate.server.ts'

/** The requests of cards that only customers have. */
export function customerAction(page: PageRequest, form: FormData): Promise<Answer> {
  switch (textIn(form, 'intent')) {
    case 'messages':
      return answerFor(page, (call) => call(saveMessageSettings, { body: messagesIn(form) }))
    case 'address-save':
      return saveAddress(page, form)
    case 'address-remove':
      return answerFor(page, (call) => call(removeSavedAddress, { params: { id: textIn(form, 'id') } }))
    case 'move-rename':
      return answerFor(page, (call) =>
        call(renameSavedMove, { params: { id: textIn(form, 'id') }, body: { name: textIn(form, 'name') } }),
      )
    case 'move-remove':
      return answerFor(page, (call) => call(removeSavedMove, { params: { id: textIn(form, 'id') } }))
    default:
      throw data(null, { status: 400 })
  }
}

function messagesIn(form: FormData) {
  const all = (kind: string) => ({
    email: form.has(`${kind}.email`),
    sms: form.has(`${kind}.sms`),
    push: form.has(`${kind}.push`),
  })
  return {
    bookingUpdates: all('bookingUpdates'),
    moveReminders: all('moveReminders'),
    reviewRequests: all('reviewRequests'),
    newMessages: all('newMessages'),
  }
}

function saveAddress(page: PageRequest, form: FormData): Promise<Answer> {
  const id = textIn(form, 'id')
  const contactNumber = textIn(form, 'contact_number')
  const body = {
    label: textIn(form, 'label'),
    postcode: textIn(form, 'postcode'),
    formattedAddress: textIn(form, 'formatted_address') || null,
    flatAndHouse: textIn(form, 'flat_and_house') || null,
    stairs: Number(textIn(form, 'stairs') || 0),
    contactName: textIn(form, 'contact_name') || null,
    contactNumber: (parsePhone(contactNumber) ?? contactNumber) || null,
  }
  return answerFor(page, (call) =>
    id ? call(changeSavedAddress, { params: { id }, body }) : call(addSavedAddress, { body }),
  )
}
