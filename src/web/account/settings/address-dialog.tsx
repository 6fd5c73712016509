import { useState, type SubmitEvent } from 'react'
import { useFetcher } from 'react-router'
import { STAIRS_OPTIONS } from '#modules/fleet/rules.ts'
import { parsePhone, phoneHint } from '#shared/phone.ts'
import { isPostcode } from '#shared/uk-postcode.ts'
import { type Answer, type FormErrors, errorAt, hasErrors, problemText } from '#web/kit/forms/answer.ts'
import { focusFirstError, textIn } from '#web/kit/forms/form-text.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { InputField, SelectField } from '#web/ui/field.tsx'
import { PostcodeField } from '#web/ui/postcode-field.tsx'
import type { SavedAddress } from '#web/kit/bookings/booking-texts.ts'

interface AddressDialogProps {
  address?: SavedAddress
  /** The card's own fetcher, so its answer is also the answer here. */
  fetcherKey: string
  onSave: (form: FormData) => void
}

/** Adds an address, or changes one. */
export function AddressDialog({ address, fetcherKey, onSave }: AddressDialogProps) {
  const { data, state } = useFetcher<Answer<SavedAddress>>({ key: fetcherKey })
  const [errors, setErrors] = useState<FormErrors>({})
  const save = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault()
    const form = new FormData(event.currentTarget)
    const found = addressErrors(form)
    setErrors(found)
    if (hasErrors(found)) focusFirstError(event.currentTarget, found)
    else onSave(form)
  }
  const wrong = (name: string) => errors[name] ?? errorAt(data, name)
  return (
    <Dialog title={address ? `Change ${address.label}` : 'Add an address'}>
      <form className="stack" noValidate onSubmit={save}>
        {data && !data.ok && !data.errors ? (
          <Banner tone="bad" isAlert>
            {problemText(data)}
          </Banner>
        ) : null}
        <input type="hidden" name="intent" value="address-save" />
        <input type="hidden" name="id" value={address?.id ?? ''} />
        <AddressFields address={address} wrong={wrong} />
        <Button type="submit" look="primary" wide busy={state !== 'idle'}>
          Save address
        </Button>
      </form>
    </Dialog>
  )
}

interface AddressFieldsProps {
  address: SavedAddress | undefined
  wrong: (name: string) => string | undefined
}

function AddressFields({ address, wrong }: AddressFieldsProps) {
  return (
    <>
      <InputField
        label="Name"
        name="label"
        placeholder="Home"
        maxLength={60}
        defaultValue={address?.label}
        error={wrong('label')}
      />
      <PostcodeField
        label="Postcode"
        name="postcode"
        placeholder="E17 4QH"
        defaultValue={address?.postcode}
        error={wrong('postcode')}
      />
      <InputField
        label="Address"
        name="formatted_address"
        optional
        autoComplete="address-line1"
        maxLength={300}
        defaultValue={address?.formattedAddress ?? ''}
        error={wrong('formatted_address')}
      />
      <InputField
        label="House or flat number"
        name="flat_and_house"
        optional
        maxLength={120}
        defaultValue={address?.flatAndHouse ?? ''}
        error={wrong('flat_and_house')}
      />
      <SelectField label="Stairs" name="stairs" defaultValue={address?.stairs ?? 0} error={wrong('stairs')}>
        {STAIRS_OPTIONS.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectField>
      <InputField
        label="Contact name"
        name="contact_name"
        optional
        autoComplete="off"
        maxLength={100}
        defaultValue={address?.contactName ?? ''}
        error={wrong('contact_name')}
      />
      <InputField
        label="Contact number"
        name="contact_number"
        type="tel"
        optional
        inputClass="num"
        autoComplete="off"
        maxLength={30}
        defaultValue={address?.contactNumber ?? ''}
        error={wrong('contact_number')}
      />
    </>
  )
}

/** Errors the server would find too. Names as on the wire. */
function addressErrors(form: FormData): FormErrors {
  const phone = textIn(form, 'contact_number').trim()
  return {
    ...(textIn(form, 'label').trim() === '' ? { label: 'Give this address a name, such as Home.' } : {}),
    ...(isPostcode(textIn(form, 'postcode')) ? {} : { postcode: 'Enter a full UK postcode, such as E17 4QH.' }),
    ...(phone !== '' && !parsePhone(phone) ? { contact_number: phoneHint } : {}),
  }
}
