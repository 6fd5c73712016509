import { Pencil, Plus, Trash2 } from 'lucide-react'
import { useFetcher } from 'react-router'
import { SettingsCard } from '#web/kit/account/settings-card.tsx'
import { useAccountForm } from '#web/kit/account/use-account-form.tsx'
import { Button, IconButton } from '#web/ui/button.tsx'
import { useDialogs } from '#web/ui/dialog-provider.tsx'
import { useToast } from '#web/ui/toast-provider.tsx'
import { placeText, type SavedAddress } from '#web/kit/addresses/address-text.ts'
import { lazyDialog } from '#web/ui/lazy-part.tsx'

const AddressDialog = lazyDialog(async () => (await import('./address-dialog.tsx')).AddressDialog)

/** Adds an address, or changes the given one. Sent from here, because another dialog may replace this one. */
function useAddressDialog(key: string) {
  const { open, closeAll } = useDialogs()
  const showToast = useToast()
  const fetcher = useFetcher({ key })
  const { send, problem } = useAccountForm<SavedAddress>(key, {
    onSaved: ({ label }) => {
      showToast({ title: `${label} saved` })
      closeAll()
    },
  })
  const edit = (address?: SavedAddress) => {
    fetcher.reset()
    open(<AddressDialog address={address} fetcherKey={key} onSave={send} />)
  }
  return { edit, problem }
}

/** Saved addresses for future moves. */
export function AddressesCard({ addresses }: { addresses: readonly SavedAddress[] }) {
  const { edit, problem } = useAddressDialog('customer-address')
  return (
    <SettingsCard id="addresses" title="Saved addresses" problem={problem}>
      {addresses.length === 0 ? (
        <p className="muted mb-4">None yet. Save the ones you often move from or to.</p>
      ) : (
        <ul className="divide list">
          {addresses.map((address) => (
            <AddressRow key={address.id} address={address} onEdit={() => edit(address)} />
          ))}
        </ul>
      )}
      <Button icon={Plus} className="mt-2" onClick={() => edit()}>
        Add an address
      </Button>
    </SettingsCard>
  )
}

function AddressRow({ address, onEdit }: { address: SavedAddress; onEdit: () => void }) {
  const showToast = useToast()
  const { send, isBusy } = useAccountForm(`customer-address-${address.id}`, {
    onSaved: () => showToast({ title: `${address.label} removed` }),
  })
  const remove = () => {
    const form = new FormData()
    form.set('intent', 'address-remove')
    form.set('id', address.id)
    send(form)
  }
  return (
    <li className="line-up">
      <div>
        <b>{address.label}</b>
        <div className="small muted">{placeText(address)}</div>
      </div>
      <div className="row nowrap gap-1">
        <IconButton icon={Pencil} label={`Change ${address.label}`} onClick={onEdit} />
        <IconButton icon={Trash2} label={`Remove ${address.label}`} aria-busy={isBusy} onClick={remove} />
      </div>
    </li>
  )
}
