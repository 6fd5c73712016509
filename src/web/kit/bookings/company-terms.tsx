import { ScrollText } from 'lucide-react'
import { LinkButton } from '#web/ui/button.tsx'
import { useDialogs } from '#web/ui/dialog.tsx'
import type { TermsDialogProps } from './company-terms-dialog.tsx'
import { lazyDialog } from '#web/ui/lazy-part.tsx'

// Loaded when first opened: most people compare prices first.
const CompanyTermsDialog = lazyDialog(async () => (await import('./company-terms-dialog.tsx')).CompanyTermsDialog)

/** Opens a company's terms: today's, or those a booking was made on. */
export function CompanyTerms(props: TermsDialogProps) {
  const { open } = useDialogs()
  const read = () => open(<CompanyTermsDialog {...props} />)
  return (
    <LinkButton icon={ScrollText} aria-haspopup="dialog" onClick={read}>
      Terms of {props.company.name}
    </LinkButton>
  )
}
