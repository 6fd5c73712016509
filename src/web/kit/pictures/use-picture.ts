import { useEffect, useState } from 'react'
import { apiFetch, isApiPath } from '#web/kit/session/api-fetch.ts'

/** A picture that needs the session: fetched with it and shown from memory. */
export function usePicture(path: string): { url: string | null; isLost: boolean } {
  const [shown, setShown] = useState<{ path: string; url: string | null }>({ path: '', url: null })
  useEffect(() => {
    let url: string | null = null
    let isGone = false
    const load = async () => {
      const answer = isApiPath(path) ? await apiFetch(path).catch(() => null) : null
      const blob = answer?.ok ? await answer.blob().catch(() => null) : null
      if (isGone) return
      url = blob && URL.createObjectURL(blob)
      setShown({ path, url })
    }
    void load()
    return () => {
      isGone = true
      if (url) URL.revokeObjectURL(url)
    }
  }, [path])
  const isLoaded = shown.path === path
  return { url: isLoaded ? shown.url : null, isLost: isLoaded && shown.url === null }
}
