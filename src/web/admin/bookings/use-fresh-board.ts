import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { useLive } from '#web/kit/page/live.ts'

/** For what has no event, such as a mail that was given up, and what only the passing of time changes. */
const EVERY_MS = 60_000

/** Reads the page again when a booking changes, and every minute while it is looked at. */
export function useFreshBoard(): void {
  const { revalidate } = useRevalidator()
  useLive('/api/admin/live/', () => void revalidate())
  useEffect(() => {
    const timer = setInterval(() => (document.hidden ? undefined : void revalidate()), EVERY_MS)
    return () => clearInterval(timer)
  }, [revalidate])
}
