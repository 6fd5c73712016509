import { Search } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { listAddresses } from '#modules/geo/contract.ts'
import type { AnswerOf, Problem as Refused } from '#shared/endpoint.ts'
import { countOf } from '#shared/texts.ts'
import { apiFetch, readAnswer } from '#web/kit/session/api-fetch.ts'
import { Button } from '#web/ui/button.tsx'
import { SelectField } from '#web/ui/field.tsx'
import { emptyAddress, type OrderPoint } from '../draft/order.ts'

type Found = AnswerOf<typeof listAddresses>['results']

interface FinderProps {
  /** Whole and normalised. The finder of another postcode is another one: give it as the key too. */
  postcode: string
  /** "the pick-up" */
  place: string
  onPick: (address: Pick<OrderPoint, 'address' | 'flatAndHouse'>) => void
}

const DOWN = 'We can’t look up addresses at the moment. Type yours in.'

/** Offers the addresses of a postcode as a list. The two fields stay as they are, and can always be typed in. */
export function AddressFinder({ postcode, place, onPick }: FinderProps) {
  const [found, setFound] = useState<Found | string | null>(null)
  const [isBusy, setBusy] = useState(false)
  const find = async () => {
    setBusy(true)
    setFound(await addressesOf(postcode))
    setBusy(false)
  }
  const isList = found !== null && typeof found !== 'string'
  return (
    <div>
      {isList ? (
        <AddressList found={found} label={`Addresses at ${postcode}`} onPick={onPick} />
      ) : (
        <Button size="small" icon={Search} busy={isBusy} onClick={() => void find()}>
          Find address<span className="vh"> of {place}</span>
        </Button>
      )}
      <p className={isList ? 'vh' : 'small muted mt-1'}>
        <output>{isList ? `${countOf(found.length, 'address', 'addresses')} found` : found}</output>
      </p>
    </div>
  )
}

function AddressList({ found, label, onPick }: { found: Found; label: string } & Pick<FinderProps, 'onPick'>) {
  const list = useRef<HTMLDivElement>(null)
  // It stands where the button was pressed.
  useEffect(() => list.current?.querySelector('select')?.focus(), [])
  return (
    <div ref={list}>
      <SelectField
        label={label}
        defaultValue=""
        onChange={({ target }) => {
          const chosen = found[Number(target.value)]
          if (target.value === '' || !chosen) return
          onPick({
            address: { ...emptyAddress, formattedAddress: chosen.street },
            flatAndHouse: chosen.flatAndHouse.slice(0, 120),
          })
        }}
      >
        <option value="">Choose one of {found.length}</option>
        {found.map(({ flatAndHouse, street }, index) => (
          <option key={`${flatAndHouse}, ${street}`} value={index}>
            {[flatAndHouse, street].filter(Boolean).join(', ')}
          </option>
        ))}
      </SelectField>
    </div>
  )
}

/** The addresses, or why there are none. */
async function addressesOf(postcode: string): Promise<Found | string> {
  try {
    const response = await apiFetch(`/api/postcodes/${encodeURIComponent(postcode)}/addresses/`)
    if (!response.ok) return ((await response.json()) as Refused).detail || DOWN
    const { results } = await readAnswer<typeof listAddresses>(response)
    return results.length > 0 ? results : `We know no addresses at ${postcode}. Type yours in.`
  } catch {
    return DOWN
  }
}
