// T-005: whether an answer's time tells if an address has an account: node bench/account-times.ts
import { addPeople, median, openSetting, PASSWORD, type Figure, type Setting } from './setting.ts'

const SAMPLES = 200
const GOAL = 0.1

const calls = {
  'log in': (email: string) => ({ url: '/api/users/login/', payload: { email, password: 'not-the-password-1' } }),
  register: (email: string) => ({
    url: '/api/users/register/',
    payload: { user_role: 'customer', email, password: PASSWORD, first_name: 'Jane' },
  }),
  'ask for a new password': (email: string) => ({ url: '/api/users/reset_password/', payload: { email } }),
}

export async function benchAccountTimes(): Promise<Figure[]> {
  const setting = await openSetting()
  try {
    const known = await addPeople(setting, SAMPLES + 20)
    const figures: Figure[] = []
    for (const [name, call] of Object.entries(calls)) figures.push(await compare(setting, name, call, known))
    return figures
  } finally {
    await setting.close()
  }
}

async function compare(
  { app }: Setting,
  name: string,
  call: (email: string) => { url: string; payload: object },
  known: readonly string[],
): Promise<Figure> {
  const times: Record<'known' | 'unknown', number[]> = { known: [], unknown: [] }
  const take = async (kind: 'known' | 'unknown', email: string) => {
    const started = performance.now()
    const { statusCode } = await app.fastify.inject({ method: 'POST', ...call(email) })
    if (statusCode >= 429) throw new Error(`${name} answered ${statusCode}`)
    times[kind].push(performance.now() - started)
  }
  for (let n = -20; n < SAMPLES; n += 1) {
    // Each in turn first, so that neither always finds the caches warm.
    const kinds = n % 2 === 0 ? (['known', 'unknown'] as const) : (['unknown', 'known'] as const)
    for (const kind of kinds) {
      const email = kind === 'known' ? (known[(n + 20) % known.length] ?? '') : `nobody-${name}-${n}@example.com`
      await take(kind, email.replaceAll(' ', '-'))
    }
    // The first are for warming up.
    if (n < 0) Object.assign(times, { known: [], unknown: [] })
  }
  const [first, second] = [median(times.known), median(times.unknown)]
  const apart = Math.abs(first - second) / Math.max(first, second)
  return {
    what: `To ${name}: known and unknown address, median of ${SAMPLES}`,
    ours: `${first.toFixed(2)} and ${second.toFixed(2)} ms`,
    limit: '',
    ratio: `${(apart * 100).toFixed(1)} % apart`,
    goal: `≤ ${GOAL * 100} %`,
    isReached: apart <= GOAL,
  }
}

if (import.meta.main) console.table(await benchAccountTimes())
