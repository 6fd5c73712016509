import { BookMarked } from 'lucide-react'
import { Suspense, useState, type ReactNode } from 'react'
import { flightsOf, isStairs, STAIRS_OPTIONS, NO_STAIRS } from '#modules/fleet/rules.ts'
import { unlistedMessage } from '#modules/geo/rules.ts'
import { stairsMinutes } from '#modules/quoting/schedule/rules.ts'
import { parsePhone, phoneHint } from '#shared/phone.ts'
import { isPostcode, normalisePlace, normalisePostcode } from '#shared/uk-postcode.ts'
import { pointName, type SavedAddress } from '#web/kit/bookings/booking-texts.ts'
import { useRootData, useSession } from '#web/kit/page/root-data.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { CheckBox } from '#web/ui/choice.tsx'
import { useDialogs } from '#web/ui/dialog.tsx'
import { InputField, SelectField } from '#web/ui/field.tsx'
import { optionalPart, lazyDialog } from '#web/ui/lazy-part.tsx'
import { PostcodeField } from '#web/ui/postcode-field.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { type OrderPoint, emptyAddress } from '../draft/order.ts'
import { contactTextNames, placeTextNames, STOP_TEXTS, type StopText, type StopTextName } from '../draft/stop-texts.ts'
import { useFlow } from '../flow-context.tsx'

/** Fetched where a service that knows addresses is set up. */
const AddressFinder = optionalPart(async () => (await import('./address-finder.tsx')).AddressFinder)

/** The server’s remarks on the points: errors by field, and the postcodes that it asks about. */
export interface PointRemarks {
  errors: Record<string, string>
  unknownPostcodes: readonly string[]
}

/**
 * Notice that a point is known by its district only, or the question about an unknown postcode; null if neither
 * applies.
 */
export function noticeOf(input: string, remarks: PointRemarks): string | null {
  const place = normalisePlace(input)
  if (place === null || isPostcode(place)) return questionOf(input, remarks)
  return `All of ${place}, so prices are approximate. We’ll ask for the full postcode before you book.`
}

/** The question about a postcode that the data does not name, or null. */
export function questionOf(input: string, { unknownPostcodes }: PointRemarks): string | null {
  const postcode = normalisePostcode(input)
  return postcode !== null && unknownPostcodes.includes(postcode) ? unlistedMessage(postcode) : null
}

interface PointFieldsProps extends PointRemarks {
  index: number
  /** More fields in the same grid, before the contact. */
  children?: ReactNode
}

/** Address, flat, stairs and contact of a point. */
export function PointFields({ index, children, ...remarks }: PointFieldsProps) {
  const { errors } = remarks
  const { order, dispatch } = useFlow()
  const findsAddresses = useRootData()?.config.findsAddresses
  const point = order.routePoints[index]
  if (!point) return null
  const postcode = normalisePostcode(point.postcode)
  const at = (field: string) => `routePoints.${index}.${field}`
  const change = (part: Partial<OrderPoint>) => dispatch({ type: 'point-changed', index, change: part })
  return (
    <>
      <SavedAddresses index={index} />
      <div className="fields">
        <PostcodeField
          id={at('postcode')}
          label="Postcode"
          width="third"
          error={errors[at('postcode')]}
          notice={noticeOf(point.postcode, remarks)}
          autoComplete={index === 0 ? 'postal-code' : 'off'}
          value={point.postcode}
          onChange={(postcode) => change({ postcode })}
        />
        {findsAddresses && postcode ? (
          <Suspense>
            <AddressFinder
              key={postcode}
              postcode={postcode}
              place={pointName(index, order.routePoints.length)}
              onPick={change}
            />
          </Suspense>
        ) : null}
        {placeTextNames.map((name) => (
          <StopTextField key={name} name={name} index={index} point={point} errors={errors} onChange={change} />
        ))}
        <InputField
          id={at('address')}
          label="Address"
          width="half"
          error={errors[at('address')]}
          maxLength={300}
          autoComplete={index === 0 ? 'address-line1' : 'off'}
          value={point.address.formattedAddress}
          onChange={(event) => change({ address: { ...point.address, formattedAddress: event.target.value } })}
        />
        <StairsField id={at('stairs')} point={point} error={errors[at('stairs')]} onChange={change} />
        {children}
        {index === 0 || !point.deliveryContactSameAsPickUp
          ? contactTextNames.map((name) => (
              <StopTextField key={name} name={name} index={index} point={point} errors={errors} onChange={change} />
            ))
          : null}
      </div>
      {index > 0 ? (
        <div className="mt-2">
          <CheckBox
            checked={point.deliveryContactSameAsPickUp}
            onChange={(event) => change({ deliveryContactSameAsPickUp: event.target.checked })}
          >
            Same contact as pick-up
          </CheckBox>
        </div>
      ) : null}
    </>
  )
}

interface PartProps {
  point: OrderPoint
  onChange: (change: Partial<OrderPoint>) => void
}

function StairsField({ id, point, error, onChange }: PartProps & { id: string; error?: string }) {
  return (
    <SelectField
      id={id}
      label="Stairs"
      width="half"
      error={error}
      value={point.stairs}
      onChange={(event) => {
        const stairs = Number(event.target.value)
        if (isStairs(stairs)) onChange({ stairs })
      }}
    >
      {STAIRS_OPTIONS.map(({ value, label }) => (
        <option key={value} value={value}>
          {flightsOf(value) > 0 ? `${label} (adds ${stairsMinutes(value)} min)` : label}
        </option>
      ))}
    </SelectField>
  )
}

interface StopTextFieldProps extends PartProps {
  name: StopTextName
  index: number
  errors: Record<string, string>
}

function StopTextField({ name, index, point, errors, onChange }: StopTextFieldProps) {
  const [isLeft, setLeft] = useState(false)
  const { max, label, isOptional, placeholder, type, autoComplete = 'off' }: StopText = STOP_TEXTS[name]
  const id = `routePoints.${index}.${name}`
  const value = point[name]
  // Shown once the field is left: a number is always wrong until complete.
  const isWrong = type === 'tel' && isLeft && value.trim() !== '' && parsePhone(value) === null
  return (
    <InputField
      id={id}
      label={label}
      optional={isOptional}
      width={name === 'flatAndHouse' ? 'two3' : 'half'}
      error={errors[id] ?? (isWrong ? phoneHint : undefined)}
      type={type}
      inputClass={type && 'num'}
      placeholder={placeholder}
      maxLength={max}
      autoComplete={index === 0 ? autoComplete : 'off'}
      value={value}
      onChange={(event) => onChange({ [name]: event.target.value })}
      onBlur={() => setLeft(true)}
      onFocus={() => setLeft(false)}
    />
  )
}

// Loaded when first opened, as the addresses are.
const SavedAddressesDialog = lazyDialog(async () => (await import('./saved-addresses-dialog.tsx')).SavedAddressesDialog)

/** Offers a signed-in customer their saved addresses for one point of the route. */
function SavedAddresses({ index }: { index: number }) {
  const { order, dispatch, savedAddresses, setSavedAddresses } = useFlow()
  const session = useSession()
  const { open, closeAll } = useDialogs()
  const showToast = useToast()
  if (session?.userRole !== 'customer') return null
  const name = pointName(index, order.routePoints.length)
  const choose = () =>
    open(
      <SavedAddressesDialog
        pointName={name}
        userId={session.id}
        savedAddresses={savedAddresses}
        onRead={setSavedAddresses}
        onPick={(address) => {
          dispatch({ type: 'point-changed', index, change: pointOf(address, index) })
          closeAll()
          showToast({ title: `${address.label} set as ${name}` })
        }}
      />,
    )
  return (
    <p className="mb-4">
      <LinkButton icon={BookMarked} aria-haspopup="dialog" onClick={choose}>
        Saved addresses<span className="vh"> for {name}</span>
      </LinkButton>
    </p>
  )
}

/** A saved address as the route point at `index`. If the address has no contact, a typed one stays. */
export function pointOf(saved: SavedAddress, index: number): Partial<OrderPoint> {
  const { postcode, formattedAddress, flatAndHouse, stairs, contactName, contactNumber } = saved
  const place = {
    postcode,
    address: { ...emptyAddress, formattedAddress: formattedAddress ?? '' },
    flatAndHouse: flatAndHouse ?? '',
    stairs: isStairs(stairs) ? stairs : NO_STAIRS,
  }
  if (!contactName && !contactNumber) return place
  const contact = { contactName: contactName ?? '', contactNumber: contactNumber ?? '' }
  return { ...place, ...contact, ...(index === 0 ? {} : { deliveryContactSameAsPickUp: false }) }
}
