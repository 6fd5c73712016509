import { Image as ImageIcon } from 'lucide-react'
import { useEffect, useRef, useState, type ChangeEvent, type KeyboardEvent } from 'react'
import type { Crop } from '#modules/content/pictures/rules.ts'
import { MOST } from '#modules/content/rules.ts'
import { fieldsOf } from '#shared/records.ts'
import { preparePhoto } from '#web/kit/upload/photo-files.ts'
import { PHOTO_TYPES } from '#web/kit/upload/photo-limits.ts'
import { upload } from '#web/kit/upload/send-files.ts'
import { Button } from '#web/ui/button.tsx'
import { FieldError, InputField } from '#web/ui/field.tsx'
import { Icon } from '#web/ui/badge.tsx'
import type { TypedDraft } from './draft-form.tsx'
import type { VersionText } from './page-texts.ts'

type Picture = VersionText['picture']

interface PicturePartProps {
  draft: TypedDraft
  change: (fields: Partial<TypedDraft>) => void
  error: string | undefined
  picture: Picture
  setPicture: (picture: Picture) => void
}

/** The page's picture, cut out 16:9, with what it shows said in words. */
export function PicturePart({ draft, change, error, picture, setPicture }: PicturePartProps) {
  const [chosen, setChosen] = useState<File | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const choose = async ({ target }: ChangeEvent<HTMLInputElement>) => {
    const file = target.files?.[0]
    // The same file can be chosen again.
    target.value = ''
    if (!file) return
    const prepared = await preparePhoto(file)
    setProblem(prepared.ok ? null : prepared.reason)
    setChosen(prepared.ok ? prepared.file : null)
  }
  const take = (next: Picture) => {
    setPicture(next)
    setChosen(null)
    change({ pictureId: next?.id ?? '' })
  }
  const isShown = picture !== null && picture.id === draft.pictureId
  return (
    <fieldset className="stack gap-2">
      <legend className="label">Picture</legend>
      {chosen ? (
        <CutOut file={chosen} onDone={take} onLeave={() => setChosen(null)} />
      ) : (
        <>
          {isShown ? (
            <div className="picture-part__now flex wraps g-3 level">
              <img
                className="block-box h-auto r-control"
                src={picture.url}
                alt={picture.alt}
                width={192}
                height={108}
              />
              <p className="small grows break">{picture.alt}</p>
            </div>
          ) : (
            <p className="small muted">No picture. We’ll use a drawn one in lists and when shared.</p>
          )}
          <div className="row gap-2">
            <label className="btn btn--small">
              <Icon of={ImageIcon} />
              {isShown ? 'Change the picture' : 'Choose a picture'}
              <input className="vh" type="file" accept={PHOTO_TYPES} onChange={(event) => void choose(event)} />
            </label>
            {isShown ? (
              <Button size="small" look="quiet" onClick={() => take(null)}>
                Take it away
              </Button>
            ) : null}
          </div>
        </>
      )}
      <FieldError error={problem ?? error} />
    </fieldset>
  )
}

interface CutOutProps {
  file: File
  onDone: (picture: NonNullable<Picture>) => void
  onLeave: () => void
}

const WIDTH = 640
const HEIGHT = 360

function CutOut({ file, onDone, onLeave }: CutOutProps) {
  const [framing, setFraming] = useState<Framing>({ zoom: 1, across: 0.5, down: 0.5 })
  const [alt, setAlt] = useState('')
  const [problem, setProblem] = useState<{ alt?: string; file?: string }>({})
  const [share, setShare] = useState<number | null>(null)
  const size = useRef({ width: 16, height: 9 })
  const canvas = useFramed(file, framing, (found) => {
    if (found) size.current = found
    else setProblem({ file: `This browser can’t read ${file.name}. Choose another picture.` })
  })
  const send = async () => {
    if (share !== null) return
    if (alt.trim() === '')
      return setProblem({ alt: 'Describe the picture in a sentence, for people who can’t see it.' })
    setProblem({})
    setShare(0)
    const { left, top, width, height } = cropOf(framing, size.current)
    const form = new FormData()
    form.append('alt', alt.trim())
    form.append('crop_left', left.toFixed(6))
    form.append('crop_top', top.toFixed(6))
    form.append('crop_width', width.toFixed(6))
    form.append('crop_height', height.toFixed(6))
    form.append('image', file)
    const answer = await upload('/api/admin/content/pictures/', form, { onProgress: setShare })
    setShare(null)
    if (!answer?.ok) return setProblem({ file: answer?.reason ?? 'It couldn’t be sent. Try again.', ...answer?.errors })
    const { id, url, alt: storedAlt } = fieldsOf(answer.body)
    if (typeof id === 'string' && typeof url === 'string' && typeof storedAlt === 'string')
      onDone({ id, url, alt: storedAlt })
  }
  const slide = (part: keyof Framing, label: string, least: number, most: number) => (
    <label className="picture-part__slide">
      {label}
      <input
        className="block-box w-full"
        type="range"
        min={least}
        max={most}
        step={0.01}
        value={framing[part]}
        onChange={({ target }) => setFraming({ ...framing, [part]: Number(target.value) })}
      />
    </label>
  )
  return (
    <div className="stack gap-2">
      <canvas
        ref={canvas}
        className="picture-part__frame block-box w-full h-auto edge-1 r-card"
        width={WIDTH}
        height={HEIGHT}
        // A canvas has no role of its own.
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role
        role="img"
        aria-label="Crop area"
      />
      <div className="grid gap-3 min-9 t-sm">
        {slide('zoom', 'Closer', 1, MOST_ZOOM)}
        {slide('across', 'Left to right', 0, 1)}
        {slide('down', 'Top to bottom', 0, 1)}
      </div>
      <InputField
        label="What the picture shows, for those who can’t see it"
        value={alt}
        maxLength={MOST.alt}
        error={problem.alt}
        onChange={({ target }) => setAlt(target.value)}
        onKeyDown={(event: KeyboardEvent) => {
          if (event.key === 'Enter') void send()
        }}
      />
      <FieldError error={problem.file} />
      <div className="row gap-2">
        <Button look="primary" size="small" busy={share !== null} onClick={() => void send()}>
          Use this picture
        </Button>
        <Button size="small" look="quiet" onClick={onLeave}>
          Leave it
        </Button>
        <output className="small num">{share === null ? '' : `${Math.round(share * 100)} % sent`}</output>
      </div>
    </div>
  )
}

/** Draws what is cut out of the picture. */
function useFramed(
  file: File,
  framing: Framing,
  onRead: (size: { width: number; height: number } | null) => void,
): React.RefObject<HTMLCanvasElement | null> {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [picture, setPicture] = useState<ImageBitmap | null>(null)
  const latestOnRead = useRef(onRead)
  useEffect(() => {
    let isCurrent = true
    const read = async () => {
      const found = await createImageBitmap(file, { imageOrientation: 'from-image' }).catch(() => null)
      if (!isCurrent) return found?.close()
      latestOnRead.current(found && { width: found.width, height: found.height })
      setPicture(found)
    }
    void read()
    return () => {
      isCurrent = false
    }
  }, [file])
  useEffect(() => {
    const context = canvas.current?.getContext('2d')
    if (!context || !picture) return
    const { left, top, width, height } = cropOf(framing, picture)
    const [x, y, w, h] = [left * picture.width, top * picture.height, width * picture.width, height * picture.height]
    context.fillStyle = '#fff'
    context.fillRect(0, 0, WIDTH, HEIGHT)
    context.drawImage(picture, x, y, w, h, 0, 0, WIDTH, HEIGHT)
  }, [framing, picture])
  return canvas
}

/** How a picture is framed: how close, and where between its edges, 0 to 1. */
interface Framing {
  zoom: number
  across: number
  down: number
}

export const MOST_ZOOM = 4
const WIDE = 16 / 9

/** The largest 16:9 part of the picture, brought closer and moved between the edges, as parts of its width and height. */
export function cropOf({ zoom, across, down }: Framing, picture: { width: number; height: number }): Crop {
  const shape = picture.width / picture.height
  const width = Math.min(1, WIDE / shape) / zoom
  const height = Math.min(1, shape / WIDE) / zoom
  return { left: (1 - width) * across, top: (1 - height) * down, width, height }
}
