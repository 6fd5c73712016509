import { usePicture } from '#web/kit/pictures/use-picture.ts'
import { SkeletonCard } from '#web/ui/empty.tsx'
import { FieldError } from '#web/ui/field.tsx'

interface Page {
  id: string
  name: string
  url: string
}

/** The pages of a person's document. */
export const PersonPages = ({ files }: { files: readonly Page[] }) =>
  files.map((file) => <PersonPage key={file.id} file={file} />)

function PersonPage({ file }: { file: Page }) {
  const { url, isLost } = usePicture(file.url)
  if (isLost) return <FieldError error="This page cannot be shown at the moment. Try again in a minute." />
  return url ? (
    <img className="document-page" src={url} alt={file.name} />
  ) : (
    <SkeletonCard label={`Loading ${file.name}`} />
  )
}
