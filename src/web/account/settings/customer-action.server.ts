import { saveMessageSettings } from '#modules/identity/accounts/message-settings/contract.ts'
import {
  addSavedAddress,
  changeSavedAddress,
  removeSavedAddress,
} from '#modules/identity/accounts/saved-addresses/contract.ts'
import { parseTypedPhone } from '#shared/phone.ts'
import { data } from 'react-router'
import { answerFor } from '#web/account/settings/account-action.server.ts'
import type { AccountAnswer } from '#web/account/settings/account-answer.ts'
import { textOf, type Asked } from '#web/account/session/session-requests.server.ts'

/** What the customer's own cards send. */
export function customerAction(asked: Asked, form: FormData): Promise<AccountAnswer> {
  switch (textOf(form, 'intent')) {
    case 'messages':
      return answerFor(asked, (call) => call(saveMessageSettings, { body: messagesIn(form) }))
    case 'address-save':
      return saveAddress(asked, form)
    case 'address-remove':
      return answerFor(asked, (call) => call(removeSavedAddress, { params: { id: textOf(form, 'id') } }))
    default:
      throw data(null, { status: 400 })
  }
}

function messagesIn(form: FormData) {
  const both = (kind: string) => ({ email: form.has(`${kind}.email`), sms: form.has(`${kind}.sms`) })
  return {
    bookingUpdates: both('bookingUpdates'),
    moveReminders: both('moveReminders'),
    reviewRequests: both('reviewRequests'),
  }
}

function saveAddress(asked: Asked, form: FormData): Promise<AccountAnswer> {
  const id = textOf(form, 'id')
  const contactNumber = textOf(form, 'contact_number')
  const body = {
    label: textOf(form, 'label'),
    postcode: textOf(form, 'postcode'),
    formattedAddress: textOf(form, 'formatted_address') || null,
    flatAndHouse: textOf(form, 'flat_and_house') || null,
    stairs: Number(textOf(form, 'stairs') || 0),
    contactName: textOf(form, 'contact_name') || null,
    contactNumber: (parseTypedPhone(contactNumber) ?? contactNumber) || null,
  }
  return answerFor(asked, (call) =>
    id ? call(changeSavedAddress, { params: { id }, body }) : call(addSavedAddress, { body }),
  )
}
