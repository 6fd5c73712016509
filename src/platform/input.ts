/** What no field may hold, whatever its schema: PostgreSQL takes neither NUL nor half a surrogate pair, and depth costs stack. */
export interface Flaw {
  path: string
  message: string
}

const maxDepth = 20
const maxNodes = 20_000

export function flawOf(value: unknown): Flaw | undefined {
  const open: { value: unknown; path: string; depth: number }[] = [{ value, path: '', depth: 0 }]
  let seen = 0
  for (let node = open.pop(); node; node = open.pop()) {
    if (++seen > maxNodes) return { path: '', message: 'This holds too many values.' }
    const { value: current, path, depth } = node
    if (typeof current === 'string') {
      if (current.includes('\u0000')) return { path, message: 'This text holds a character that cannot be stored.' }
      if (!current.isWellFormed()) return { path, message: 'This text is not valid Unicode.' }
    } else if (current !== null && typeof current === 'object') {
      if (depth >= maxDepth) return { path, message: 'This is nested too deeply.' }
      for (const [key, item] of Object.entries(current)) {
        if (key.includes('\u0000') || !key.isWellFormed())
          return { path, message: 'A field name holds a character that cannot be stored.' }
        open.push({ value: item, path: path ? `${path}.${key}` : key, depth: depth + 1 })
      }
    }
  }
  return undefined
}
