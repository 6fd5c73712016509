import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import type { listSavedAddresses } from '#modules/identity/profile/contract.ts'
import { apiFetch, readAnswer } from '#web/kit/session/api-fetch.ts'
import { placeText, type SavedAddress } from '#web/kit/bookings/booking-texts.ts'
import { Banner } from '#web/ui/banner.tsx'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Skeleton } from '#web/ui/page.tsx'

/** Stored with their owner, because somebody else may log in on this page. */
export interface KeptAddresses {
  userId: string
  addresses: readonly SavedAddress[]
}

interface SavedAddressesDialogProps {
  pointName: string
  userId: string
  savedAddresses: KeptAddresses | null
  /** Caches the answer, so that it is fetched once. */
  onRead: (read: KeptAddresses) => void
  onPick: (address: SavedAddress) => void
}

/** The customer's addresses, for filling in a point of the route. */
export function SavedAddressesDialog({ pointName, userId, savedAddresses, onRead, onPick }: SavedAddressesDialogProps) {
  const own = savedAddresses?.userId === userId ? savedAddresses.addresses : null
  const { addresses, hasFailed, again: retry } = useAddresses(own, (read) => onRead({ userId, addresses: read }))
  return (
    <Dialog title="Saved addresses">
      {hasFailed ? (
        <Banner tone="bad" isAlert>
          <p>Your addresses couldn’t be opened. Check your connection and try again.</p>
          <Button size="small" className="mt-2" onClick={retry}>
            Try again
          </Button>
        </Banner>
      ) : null}
      {!addresses && !hasFailed ? (
        <div className="stack gap-3" aria-busy>
          <output className="vh">Opening your addresses</output>
          <Skeleton />
          <Skeleton shape="line--short" />
        </div>
      ) : null}
      {addresses?.length === 0 ? (
        <p className="muted">
          None yet. <Link to="/customer-settings#addresses">Save the addresses you often move from or to</Link>.
        </p>
      ) : null}
      {addresses && addresses.length > 0 ? (
        <>
          <p className="muted">Choose {pointName}.</p>
          <ul className="divide plain">
            {addresses.map((address) => (
              <li key={address.id}>
                <button
                  type="button"
                  className="kept-address tints cells w-full tall no-edge r-control bg-none t-left break pressable"
                  onClick={() => onPick(address)}
                >
                  <b>{address.label}</b>
                  <span className="small muted">{placeText(address)}</span>
                </button>
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </Dialog>
  )
}

/** Fetched when first opened, and kept during the steps. */
function useAddresses(
  cachedAddresses: readonly SavedAddress[] | null,
  onRead: (read: readonly SavedAddress[]) => void,
) {
  const [addresses, setAddresses] = useState(cachedAddresses)
  const [failedTry, setFailedTry] = useState(-1)
  const [tries, setTries] = useState(0)
  useEffect(() => {
    if (addresses) return undefined
    let isOpen = true
    const ask = async () => {
      const found = await readAddresses()
      if (found) onRead(found)
      if (!isOpen) return
      if (found) setAddresses(found)
      else setFailedTry(tries)
    }
    void ask()
    return () => {
      isOpen = false
    }
    // A new callback is no reason to fetch again.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [addresses, tries])
  return { addresses, hasFailed: failedTry === tries, again: () => setTries(tries + 1) }
}

async function readAddresses(): Promise<SavedAddress[] | null> {
  try {
    const response = await apiFetch('/api/users/addresses/?page_size=100')
    if (!response.ok) return null
    return (await readAnswer<typeof listSavedAddresses>(response)).results
  } catch {
    return null
  }
}
