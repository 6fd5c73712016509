import { Upload } from 'lucide-react'
import { useState, type ChangeEvent } from 'react'
import { useRevalidator } from 'react-router'
import type { MarkColour } from '#modules/companies/rules.ts'
import { preparePhoto } from '#web/kit/upload/photo-files.ts'
import { PHOTO_TYPES } from '#web/kit/upload/photo-limits.ts'
import { upload } from '#web/kit/upload/upload.ts'
import { buttonClass } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { CompanyMark } from '#web/ui/sign.tsx'
import { useToast } from '#web/ui/toast-provider.tsx'

interface LogoFieldProps {
  company: { id: string; name: string }
  logoUrl: string | null
  markColour: MarkColour
}

/** The company's logo, re-encoded at 512 pixels so that it carries no metadata. */
export function LogoField({ company, logoUrl, markColour }: LogoFieldProps) {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const { revalidate } = useRevalidator()
  const showToast = useToast()
  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.currentTarget
    const [file] = input.files ?? []
    if (!file) return
    setBusy(true)
    const result = await sendLogo(file)
    input.value = ''
    setBusy(false)
    setError(result?.ok === false ? result.reason : null)
    if (result?.ok) {
      showToast({ title: 'Logo saved' })
      await revalidate()
    }
  }
  return (
    <section className="card">
      <h2 className="h3">Logo</h2>
      <div className="logo-field mt-3">
        <CompanyMark name={company.name} logoUrl={logoUrl} markColour={markColour} />
        <div className="stack gap-2">
          <label className={buttonClass({}, 'file-btn')} aria-busy={isBusy || undefined}>
            {isBusy ? null : <Icon of={Upload} />}
            {logoUrl ? 'Replace the logo' : 'Add a logo'}
            <input type="file" accept={PHOTO_TYPES} disabled={isBusy} onChange={(event) => void choose(event)} />
          </label>
          <p className="small muted">
            {logoUrl ? '' : 'Until then your initials appear here. You need a logo to get jobs. '}Square looks best.
            JPEG, PNG, WebP or AVIF, up to 10 MB.
          </p>
        </div>
      </div>
      <FieldError error={error} />
    </section>
  )
}

async function sendLogo(file: File) {
  const prepared = await preparePhoto(file)
  if (!prepared.ok) return prepared
  const form = new FormData()
  form.append('logo', prepared.file, prepared.file.name)
  return upload('/api/company/upload-company-logo/', form)
}
