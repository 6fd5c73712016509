/** "Firefox on Windows", as far as a client says who it is. Whatever it says is only ever shown, never believed. */
export function deviceOf(userAgent: string | null): string | null {
  if (!userAgent) return null
  const browser = browsers.find(([, mark]) => userAgent.includes(mark))?.[0]
  const system = systems.find(([, mark]) => userAgent.includes(mark))?.[0]
  if (browser && system) return `${browser} on ${system}`
  return browser ?? system ?? 'Another program'
}

// In this order: most browsers also call themselves by the names of those further down.
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
