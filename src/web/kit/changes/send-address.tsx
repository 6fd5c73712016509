import { Copy, MessageSquare, Share } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Icon } from '#web/ui/icon.tsx'

/** The ways in which a phone passes an address on. */
export function SendAddress({ title, address }: { title: string; address: string }) {
  const [said, setSaid] = useState('')
  const copy = async () => {
    const isCopied = await navigator.clipboard?.writeText(address).then(
      () => true,
      () => false,
    )
    setSaid(isCopied ? 'Copied.' : 'Not copied. Hold the link to copy it.')
  }
  // Who closes the sheet of their phone has chosen so.
  const share = () => void navigator.share({ title, url: address }).catch(() => undefined)
  return (
    <div className="keys3">
      <Button className="with-script" icon={Copy} onClick={() => void copy()}>
        Copy
      </Button>
      <Button
        className="with-script"
        icon={Share}
        onClick={share}
        hidden={typeof navigator === 'undefined' || !('share' in navigator)}
      >
        Share
      </Button>
      <a className="btn" href={`sms:?&body=${encodeURIComponent(`${title}: ${address}`)}`}>
        <Icon of={MessageSquare} />
        Text
      </a>
      <output className="small">{said}</output>
    </div>
  )
}
