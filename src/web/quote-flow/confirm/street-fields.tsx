import { useState } from 'react'
import { normalisePostcode } from '#shared/uk-postcode.ts'
import { pointName } from '#web/kit/bookings/booking-texts.ts'
import { useRootData } from '#web/kit/page/root-data.ts'
import { InputField } from '#web/ui/field.tsx'
import { lacksAddress, type Order, type OrderPoint } from '../draft/order.ts'
import { STOP_TEXTS } from '../draft/stop-texts.ts'
import { useFlow } from '../flow-context.tsx'
import { AddressFinder } from '../route/address-finder.tsx'

const unfinished = ({ routePoints }: Order): number[] =>
  routePoints.flatMap((point, index) => (lacksAddress(point) ? [index] : []))

/** The street of each point that came here without one, or without a number. A field stays while it is typed in, and until the page is left. */
export function StreetFields({ errors }: { errors: Record<string, string> }) {
  const { order } = useFlow()
  const [initiallyUnfinished] = useState(() => unfinished(order))
  const shown = new Set([...initiallyUnfinished, ...unfinished(order)])
  return (
    <div className="fields mt-4">
      {order.routePoints.map((point, index) =>
        shown.has(index) ? (
          // Points have no id, and the same place may occur twice.
          // oxlint-disable-next-line react/no-array-index-key
          <StreetOf key={index} index={index} point={point} errors={errors} />
        ) : null,
      )}
    </div>
  )
}

function StreetOf({ index, point, errors }: { index: number; point: OrderPoint; errors: Record<string, string> }) {
  const { order, dispatch } = useFlow()
  const change = (part: Partial<OrderPoint>) => dispatch({ type: 'point-changed', index, change: part })
  const findsAddresses = useRootData()?.config.findsAddresses
  const postcode = normalisePostcode(point.postcode)
  const place = pointName(index, order.routePoints.length)
  const [street, flat] = [`routePoints.${index}.address`, `routePoints.${index}.flatAndHouse`]
  return (
    <>
      {findsAddresses && postcode ? (
        <AddressFinder key={postcode} postcode={postcode} place={place} onPick={change} />
      ) : null}
      <InputField
        id={street}
        label={`Street of ${place}`}
        width="half"
        error={errors[street]}
        maxLength={300}
        autoComplete={index === 0 ? 'address-line1' : 'off'}
        value={point.address.formattedAddress}
        onChange={({ target }) => change({ address: { ...point.address, formattedAddress: target.value } })}
      />
      <InputField
        id={flat}
        label={`${STOP_TEXTS.flatAndHouse.label} of ${place}`}
        optional
        width="half"
        error={errors[flat]}
        maxLength={STOP_TEXTS.flatAndHouse.max}
        autoComplete="off"
        value={point.flatAndHouse}
        onChange={({ target }) => change({ flatAndHouse: target.value })}
      />
    </>
  )
}
