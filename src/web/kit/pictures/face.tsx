import { UserRound } from 'lucide-react'
import { Icon } from '#web/ui/icon.tsx'
import { usePicture } from './use-picture.ts'
import './face.css'

/** Somebody's photo, by whoever may see it; a figure while there is none. */
export function Face({ path, name }: { path: string | null; name: string }) {
  return path ? <Photo path={path} name={name} /> : <Nobody />
}

function Photo({ path, name }: { path: string; name: string }) {
  const { url } = usePicture(path)
  return url ? <img className="face cover" src={url} alt={name} width={72} height={72} /> : <Nobody />
}

const Nobody = () => (
  <span className="face cover face--none" aria-hidden="true">
    <Icon of={UserRound} />
  </span>
)
