import { useSyncExternalStore } from 'react'
import { useMatches } from 'react-router'
import { handleOf, useRootData, type Theme } from '#web/kit/page/root-data.ts'

const THEMES = ['auto', 'light', 'dark'] as const satisfies readonly Theme[]

const cookieName = 'theme'
const yearInSeconds = 31_536_000
const darkQuery = '(prefers-color-scheme: dark)'

/** The theme in the cookie; auto for anything unknown. */
export function readTheme(cookies: string | null): Theme {
  const value = new RegExp(`(?:^|;\\s*)${cookieName}=(\\w+)`).exec(cookies ?? '')?.[1]
  return THEMES.find((theme) => theme === value) ?? 'auto'
}

let chosen: Theme | null = null
const listeners = new Set<() => void>()

/** Takes effect at once and is stored on this device. */
export function chooseTheme(theme: Theme): void {
  chosen = theme
  // Some browsers lack the cookie store API.
  // oxlint-disable-next-line unicorn/no-document-cookie
  document.cookie = `${cookieName}=${theme}; path=/; max-age=${yearInSeconds}; samesite=lax`
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  const device = matchMedia(darkQuery)
  listeners.add(listener)
  device.addEventListener('change', listener)
  return () => {
    listeners.delete(listener)
    device.removeEventListener('change', listener)
  }
}

/** The chosen theme and what it resolves to. The server leaves "auto" open; theme.js resolves it before paint. */
export function useTheme(): { chosen: Theme; resolved: Theme } {
  const savedTheme = useRootData()?.theme ?? 'auto'
  const current = useSyncExternalStore(
    subscribe,
    () => chosen ?? savedTheme,
    () => savedTheme,
  )
  const onDevice = useSyncExternalStore(
    subscribe,
    () => (matchMedia(darkQuery).matches ? 'dark' : 'light'),
    () => 'auto' as const,
  )
  return { chosen: current, resolved: current === 'auto' ? onDevice : current }
}

/** Only the pages of the driver's workplace go dark; the public site stays light. */
export function usePageTheme(): Theme {
  const { resolved } = useTheme()
  return useHasNight() ? resolved : 'light'
}

/** Whether this page is one that goes dark: elsewhere a switch would do nothing. */
export function useHasNight(): boolean {
  const isDriver = useRootData()?.session?.userRole === 'driver'
  return useMatches().some((match) => handleOf(match).hasNight) && isDriver
}
