import type { LucideIcon } from 'lucide-react'
import { useState, type ChangeEvent, type ReactNode } from 'react'
import { useRevalidator } from 'react-router'
import { Icon } from '#web/ui/badge.tsx'
import { buttonClass } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { useToast } from '#web/ui/toast.tsx'
import { preparePhoto } from './photo-files.ts'
import { PHOTO_TYPES } from './photo-limits.ts'
import { upload } from './send-files.ts'

interface PhotoButtonProps {
  path: `/api/${string}`
  /** The name of the files in the request. */
  field: string
  most?: number
  look?: Parameters<typeof buttonClass>[0]
  icon: LucideIcon
  /** Toast for the saved photos. */
  savedText: (count: number) => string
  children: ReactNode
}

/** Chooses photos and sends them at once, re-encoded where they are too large; what is wrong stands below the button. */
export function PhotoButton({ path, field, most = 1, look = {}, icon, savedText, children }: PhotoButtonProps) {
  const [isBusy, setBusy] = useState(false)
  const [error, setError] = useState<string | null>(null)
  const { revalidate } = useRevalidator()
  const showToast = useToast()
  const choose = async (event: ChangeEvent<HTMLInputElement>) => {
    const input = event.currentTarget
    const files = [...(input.files ?? [])].slice(0, most)
    if (files.length === 0) return
    setBusy(true)
    const result = await sendPhotos(path, field, files)
    input.value = ''
    setBusy(false)
    setError(result?.ok === false ? result.reason : null)
    if (!result?.ok) return
    showToast({ title: savedText(files.length) })
    await revalidate()
  }
  return (
    <>
      <label className={buttonClass(look, 'file-btn')} aria-busy={isBusy || undefined}>
        {isBusy ? null : <Icon of={icon} />}
        {children}
        <input
          type="file"
          accept={PHOTO_TYPES}
          multiple={most > 1}
          disabled={isBusy}
          onChange={(event) => void choose(event)}
        />
      </label>
      <FieldError error={error} />
    </>
  )
}

async function sendPhotos(path: `/api/${string}`, field: string, files: readonly File[]) {
  const form = new FormData()
  for (const file of files) {
    const prepared = await preparePhoto(file)
    if (!prepared.ok) return prepared
    form.append(field, prepared.file, prepared.file.name)
  }
  return upload(path, form)
}
