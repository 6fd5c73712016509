import { useState, type ReactNode } from 'react'
import { flightsOf, isStairs, STAIRS_OPTIONS } from '#modules/fleet/rules.ts'
import { stairsMinutes } from '#modules/quoting/work/rules.ts'
import { parseTypedPhone, phoneHint } from '#shared/phone.ts'
import { CheckBox } from '#web/ui/choice.tsx'
import { InputField, SelectField } from '#web/ui/field.tsx'
import { PostcodeField } from '#web/ui/postcode-field.tsx'
import { useFlow } from '../flow-context.tsx'
import type { OrderPoint } from '../draft/order.ts'
import { contactTextNames, placeTextNames, STOP_TEXTS, type StopText, type StopTextName } from '../draft/stop-texts.ts'
import { SavedAddresses } from './saved-addresses.tsx'

interface PointFieldsProps {
  index: number
  errors: Record<string, string>
  /** More fields in the same grid, before the contact. */
  children?: ReactNode
}

/** Address, flat, stairs and contact of a point. */
export function PointFields({ index, errors, children }: PointFieldsProps) {
  const { order, dispatch } = useFlow()
  const point = order.routePoints[index]
  if (!point) return null
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
          value={point.postcode}
          onChange={(postcode) => change({ postcode })}
        />
        <InputField
          id={at('address')}
          label="Address"
          optional
          width="two3"
          error={errors[at('address')]}
          maxLength={300}
          autoComplete={index === 0 ? 'address-line1' : 'off'}
          value={point.address.formattedAddress}
          onChange={(event) => change({ address: { ...point.address, formattedAddress: event.target.value } })}
        />
        {placeTextNames.map((name) => (
          <StopTextField key={name} name={name} index={index} point={point} errors={errors} onChange={change} />
        ))}
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
  const isWrong = type === 'tel' && isLeft && value.trim() !== '' && parseTypedPhone(value) === null
  return (
    <InputField
      id={id}
      label={label}
      optional={isOptional}
      width="half"
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
