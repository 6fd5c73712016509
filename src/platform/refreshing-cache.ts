/** Cache of one value, loaded on request and again once it is too old. Concurrent requests share one loading. */
export interface Refreshed<Value> {
  get(): Promise<Value>
  /** What changed is read at the next asking. */
  forget(): void
}

export function refreshed<Value>(
  load: () => Promise<Value>,
  milliseconds: number,
  ticks: () => number = () => performance.now(),
): Refreshed<Value> {
  let cached: { value: Promise<Value>; endsAt: number } | undefined
  return {
    get() {
      if (cached && cached.endsAt > ticks()) return cached.value
      const loading = { value: load(), endsAt: ticks() + milliseconds }
      cached = loading
      // A failure is passed to those who wait for it, and not kept for later requests.
      loading.value.catch(() => {
        if (cached === loading) cached = undefined
      })
      return loading.value
    },
    forget() {
      cached = undefined
    },
  }
}
