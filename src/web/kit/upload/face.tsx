import { UserRound } from 'lucide-react'
import { useEffect, useState } from 'react'
import { apiFetch, isApiPath } from '#web/kit/session/api-fetch.ts'
import { Icon } from '#web/ui/badge.tsx'

/** Photo of a person, for readers who may see it; a figure while there is none. */
export function Face({ path, name }: { path: string | null; name: string }) {
  return path ? <Photo path={path} name={name} /> : <PhotoPlaceholder />
}

function Photo({ path, name }: { path: string; name: string }) {
  const { url } = usePicture(path)
  return url ? <img className="face cover" src={url} alt={name} width={72} height={72} /> : <PhotoPlaceholder />
}

const PhotoPlaceholder = () => (
  <span className="face cover cells mid-both edge-dashed" aria-hidden="true">
    <Icon of={UserRound} />
  </span>
)

/** A picture that needs the session: fetched with it and shown from memory. */
export function usePicture(path: string): { url: string | null; isLost: boolean } {
  const [shown, setShown] = useState<{ path: string; url: string | null }>({ path: '', url: null })
  useEffect(() => {
    let url: string | null = null
    let isCancelled = false
    const load = async () => {
      const answer = isApiPath(path) ? await apiFetch(path).catch(() => null) : null
      const blob = answer?.ok ? await answer.blob().catch(() => null) : null
      if (isCancelled) return
      url = blob && URL.createObjectURL(blob)
      setShown({ path, url })
    }
    void load()
    return () => {
      isCancelled = true
      if (url) URL.revokeObjectURL(url)
    }
  }, [path])
  const isLoaded = shown.path === path
  return { url: isLoaded ? shown.url : null, isLost: isLoaded && shown.url === null }
}
