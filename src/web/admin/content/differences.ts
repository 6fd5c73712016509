// What was taken out of a text and put into it, line by line, and word by word within a line.

export interface Piece {
  text: string
  isChanged: boolean
}

export interface Line {
  change: 'same' | 'out' | 'in'
  pieces: readonly Piece[]
}

/** Comparison steps after which the middle part counts as rewritten. */
const MOST_STEPS = 1_000_000

type Step<T> = { change: Line['change']; value: T }

/** The longest common part stays; what differs is out before in. */
export function stepsBetween<T>(before: readonly T[], after: readonly T[]): Step<T>[] {
  let head = 0
  while (head < before.length && head < after.length && before[head] === after[head]) head++
  let tail = 0
  const isAlikeAtEnd = () => before[before.length - 1 - tail] === after[after.length - 1 - tail]
  while (tail < before.length - head && tail < after.length - head && isAlikeAtEnd()) tail++
  const same = (values: readonly T[]) => values.map((value): Step<T> => ({ change: 'same', value }))
  return [
    ...same(before.slice(0, head)),
    ...middle(before.slice(head, before.length - tail), after.slice(head, after.length - tail)),
    ...same(before.slice(before.length - tail)),
  ]
}

function middle<T>(before: readonly T[], after: readonly T[]): Step<T>[] {
  const out = (value: T): Step<T> => ({ change: 'out', value })
  const added = (value: T): Step<T> => ({ change: 'in', value })
  if (before.length * after.length > MOST_STEPS) return [...before.map(out), ...after.map(added)]
  const width = after.length + 1
  // How long the common part of what follows is, by position in both.
  const common = new Uint32Array((before.length + 1) * width)
  for (let i = before.length - 1; i >= 0; i--)
    for (let j = after.length - 1; j >= 0; j--)
      common[i * width + j] =
        before[i] === after[j]
          ? (common[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(common[(i + 1) * width + j] ?? 0, common[i * width + j + 1] ?? 0)
  const steps: Step<T>[] = []
  let [i, j] = [0, 0]
  while (i < before.length || j < after.length) {
    const [one, other] = [before[i], after[j]]
    if (i < before.length && j < after.length && one === other) {
      steps.push({ change: 'same', value: one as T })
      i++
      j++
    } else if (
      i < before.length &&
      (j === after.length || (common[(i + 1) * width + j] ?? 0) >= (common[i * width + j + 1] ?? 0))
    ) {
      steps.push(out(one as T))
      i++
    } else {
      steps.push(added(other as T))
      j++
    }
  }
  return steps
}

const tokensIn = (line: string): string[] => line.match(/\s+|[\p{L}\p{N}’'-]+|[^\s\p{L}\p{N}]/gu) ?? []

/** Lines with their changed words marked; a line without a counterpart is one changed piece. */
export function differences(before: string, after: string): Line[] {
  const lines: Line[] = []
  let [out, added]: [string[], string[]] = [[], []]
  const flush = () => {
    lines.push(...pairsOf(out, added))
    ;[out, added] = [[], []]
  }
  for (const { change, value } of stepsBetween(before.split('\n'), after.split('\n'))) {
    if (change === 'out') out.push(value)
    else if (change === 'in') added.push(value)
    else {
      flush()
      lines.push({ change, pieces: [{ text: value, isChanged: false }] })
    }
  }
  flush()
  return lines
}

function pairsOf(out: readonly string[], added: readonly string[]): Line[] {
  return Array.from({ length: Math.max(out.length, added.length) }).flatMap((_, index): Line[] => {
    const [before, after] = [out[index], added[index]]
    if (before === undefined) return [{ change: 'in', pieces: [{ text: after ?? '', isChanged: true }] }]
    if (after === undefined) return [{ change: 'out', pieces: [{ text: before, isChanged: true }] }]
    const steps = stepsBetween(tokensIn(before), tokensIn(after))
    const side = (change: 'out' | 'in'): Line => ({ change, pieces: joined(steps, change) })
    return [side('out'), side('in')]
  })
}

function joined(steps: readonly Step<string>[], side: 'out' | 'in'): Piece[] {
  const pieces: Piece[] = []
  for (const { change, value } of steps) {
    if (change !== 'same' && change !== side) continue
    const isChanged = change === side
    const last = pieces.at(-1)
    if (last?.isChanged === isChanged) last.text += value
    else pieces.push({ text: value, isChanged })
  }
  return pieces
}

export const MOST_AROUND = 2

/** Changed lines with a few around them; null stands for what is left out between. */
export function shortened(lines: readonly Line[]): (Line | null)[] {
  const isNear = lines.map((_, index) =>
    lines.slice(Math.max(0, index - MOST_AROUND), index + MOST_AROUND + 1).some(({ change }) => change !== 'same'),
  )
  return lines.flatMap((line, index): (Line | null)[] =>
    isNear[index] ? [line] : index === 0 || isNear[index - 1] ? [null] : [],
  )
}
