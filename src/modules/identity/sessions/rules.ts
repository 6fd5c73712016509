/** "Firefox on Windows", from the User-Agent. Displayed only, never trusted. */
export function deviceOf(userAgent: string | null): string | null {
  if (!userAgent) return null
  const browser = browsers.find(([, mark]) => userAgent.includes(mark))?.[0]
  const system = systems.find(([, mark]) => userAgent.includes(mark))?.[0]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Another program'
}

// The order matters: most browsers also include the names of those further down.
const browsers = [
  ['Edge', 'Edg'],
  ['Opera', 'OPR/'],
  ['Samsung Internet', 'SamsungBrowser/'],
  ['Firefox', 'Firefox/'],
  ['Firefox', 'FxiOS/'],
  ['Chrome', 'CriOS/'],
  ['Chrome', 'Chrome/'],
  ['Safari', 'Safari/'],
] as const

const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['Chromebook', 'CrOS'],
  ['Mac', 'Macintosh'],
  ['Linux', 'Linux'],
] as const
