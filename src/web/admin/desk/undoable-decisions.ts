// Which of the decisions just sent are still shown, and for how long they can be undone.

interface Sent {
  id: string
  undoUntil: string
}

/** Those that can still be undone, and the last one whatever its time: its button stays until it is refused. The newest first. */
export function keptDecisions<One extends Sent>(
  seen: readonly One[],
  listed: readonly One[],
  now: string,
): readonly One[] {
  const all = [...listed, ...seen.filter(({ id }) => !listed.some((one) => one.id === id))]
  const newestFirst = all.toSorted((a, b) => b.undoUntil.localeCompare(a.undoUntil))
  return newestFirst.filter(({ undoUntil }, index) => index === 0 || undoUntil > now)
}

/** Whole seconds, none below zero; `passed` are the seconds since `now` was asked. */
export const secondsLeft = (undoUntil: string, now: string, passed: number): number =>
  Math.max(0, Math.ceil((Date.parse(undoUntil) - Date.parse(now)) / 1000 - passed))
