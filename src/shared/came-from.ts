/** Where a visitor came from, as far as a booking says it (decisions §8, issue 13): in its request alone, never kept by a browser. Pure. */

/** Parameter names in an address; `came_from` is the host of the page that led here. */
export const CAME_FROM_NAMES = ['came_from', 'utm_source', 'utm_medium', 'utm_campaign'] as const
export type CameFromName = (typeof CAME_FROM_NAMES)[number]

export interface CameFrom {
  host: string | null
  source: string | null
  medium: string | null
  campaign: string | null
}

const LONGEST = 100

/** One line of at most a hundred characters, without anything that cannot be seen; null for none. Never refused: no booking fails for it. */
export function cameFromWord(text: string): string | null {
  const seen = text
    .slice(0, LONGEST * 4)
    .replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, '')
    .trim()
  // A character that the cut went through is left out.
  return seen.slice(0, LONGEST).toWellFormed().replaceAll('\u{fffd}', '').trim() || null
}

const HOST = /^[a-z\d.:-]{1,100}$/

/** The host of an address, in lower case and without `www.`; null for what is none. */
export function cameFromHost(text: string): string | null {
  const host = text
    .trim()
    .toLowerCase()
    .replace(/^www\./, '')
  return HOST.test(host) ? host : null
}

/** Null where nothing is known. */
export function cameFromOf(params: Partial<Record<CameFromName, string | null>>): CameFrom | null {
  const found = {
    host: cameFromHost(params.came_from ?? ''),
    source: cameFromWord(params.utm_source ?? ''),
    medium: cameFromWord(params.utm_medium ?? ''),
    campaign: cameFromWord(params.utm_campaign ?? ''),
  }
  return Object.values(found).some((word) => word !== null) ? found : null
}

/** What the first page of a visit knows: its address, and the page before it. Of our own pages only their words count. */
export function cameFromPages(address: string, referrer: string): Partial<Record<CameFromName, string>> {
  const [here, before] = [urlOf(address), urlOf(referrer)]
  if (!here) return {}
  const isOwn = before?.host === here.host
  const params: Partial<Record<CameFromName, string>> = {}
  for (const name of CAME_FROM_NAMES) {
    const rawValue = here.searchParams.get(name) ?? (isOwn ? before.searchParams.get(name) : null)
    const word = rawValue === null ? null : cameFromWord(rawValue)
    if (word !== null) params[name] = word
  }
  const host = before && !isOwn ? cameFromHost(before.hostname) : null
  return host && !params.came_from ? { came_from: host, ...params } : params
}

const urlOf = (text: string): URL | null => (URL.canParse(text) ? new URL(text) : null)
