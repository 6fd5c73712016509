/** How long work may go on before others get their turn: well below the 10 ms after which they would feel it. */
const TURN_MS = 4

/**
 * For work of many small steps: asked after each, it answers undefined, or after a few milliseconds what to wait for, so that other
 * requests run.
 */
export function turnsOf(milliseconds = TURN_MS): () => Promise<void> | undefined {
  let began = performance.now()
  return () => {
    if (performance.now() - began < milliseconds) return undefined
    return new Promise((resolve) =>
      setImmediate(() => {
        began = performance.now()
        resolve()
      }),
    )
  }
}
