import { BookMarked } from 'lucide-react'
import { pointName } from '#web/kit/bookings/point-name.ts'
import { useSession } from '#web/kit/page/root-data.ts'
import { LinkButton } from '#web/ui/button.tsx'
import { useDialogs } from '#web/ui/dialog-provider.tsx'
import { useToast } from '#web/ui/toast-provider.tsx'
import { useFlow } from '../flow-context.tsx'
import { pointOf } from './saved-point.ts'
import { lazyDialog } from '#web/ui/lazy-part.tsx'

// Loaded when first opened, as the addresses are.
const SavedAddressesDialog = lazyDialog(async () => (await import('./saved-addresses-dialog.tsx')).SavedAddressesDialog)

/** Offers a signed-in customer their saved addresses for one point of the route. */
export function SavedAddresses({ index }: { index: number }) {
  const { order, dispatch, savedAddresses, keepAddresses } = useFlow()
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
        kept={savedAddresses}
        onRead={keepAddresses}
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
