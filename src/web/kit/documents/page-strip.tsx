import { ArrowLeft, Camera, FileText, RotateCw, Trash2 } from 'lucide-react'
import { useCallback, type ChangeEvent } from 'react'
import { IconButton } from '#web/ui/button.tsx'
import { FieldError } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/icon.tsx'
import { isPdf } from './document-texts.ts'
import { pageName, type Page, type Sides } from './pages.ts'

interface PageStripProps {
  sides: Sides
  label: string
  pages: readonly Page[]
  /** What the server said of a page, by its place. */
  errorOf: (index: number) => string | undefined
  onTurn: (page: Page) => void
  onRetake: (page: Page, file: File) => void
  onForward: (page: Page) => void
  onRemove: (page: Page) => void
}

/** Every page as it will be sent, to look at before it is: turn it, take it again, change the order, take it out. */
export function PageStrip(props: PageStripProps) {
  const { sides, label, pages, errorOf, onTurn, onForward, onRemove } = props
  return (
    <ol className="shots" aria-label={`${label}: pages to send`}>
      {pages.map((page, index) => {
        const name = pageName(sides, pages, index)
        const isPrinted = isPdf(page.file)
        return (
          <li key={page.id} className="shots__one">
            {isPrinted ? <PrintedPage name={page.file.name} /> : <Shot file={page.file} name={name} />}
            <b className="small">{name}</b>
            <div className="shots__acts">
              {isPrinted ? null : (
                <>
                  <IconButton icon={RotateCw} label={`Rotate: ${name}`} onClick={() => onTurn(page)} />
                  <Retake {...props} page={page} name={name} />
                </>
              )}
              {index > 0 ? (
                <IconButton icon={ArrowLeft} label={`Move forward: ${name}`} onClick={() => onForward(page)} />
              ) : null}
              <IconButton icon={Trash2} label={`Remove: ${name}`} onClick={() => onRemove(page)} />
            </div>
            <FieldError error={errorOf(index)} />
          </li>
        )
      })}
    </ol>
  )
}

function Retake({ page, name, onRetake }: PageStripProps & { page: Page; name: string }) {
  const choose = (event: ChangeEvent<HTMLInputElement>) => {
    const [file] = event.target.files ?? []
    event.target.value = ''
    if (file) onRetake(page, file)
  }
  return (
    <label className="icon-btn file-btn">
      <Icon of={Camera} />
      <input type="file" accept="image/*" capture="environment" aria-label={`Retake: ${name}`} onChange={choose} />
    </label>
  )
}

/** From memory: it has not been sent yet. */
function Shot({ file, name }: { file: File; name: string }) {
  const show = useCallback(
    (image: HTMLImageElement | null) => {
      const url = URL.createObjectURL(file)
      if (image) image.src = url
      return () => URL.revokeObjectURL(url)
    },
    [file],
  )
  return (
    <span className="shots__look">
      <img ref={show} alt={`${name}, as it will be sent`} />
    </span>
  )
}

const PrintedPage = ({ name }: { name: string }) => (
  <span className="shots__look shots__look--file">
    <Icon of={FileText} />
    <span className="small long">{name}</span>
  </span>
)
