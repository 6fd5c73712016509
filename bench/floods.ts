// What others see while one address asks on a hundred connections: node bench/floods.ts [seconds]
import { logIn } from '#modules/identity/contract.ts'
import { ask, floods, share, startFlood, watch, type Asked, type FloodKind } from '#test/support/flood.ts'
import { startProduct } from '#test/support/product.ts'
import type { Figure } from './setting.ts'

const CONNECTIONS = 100
const GOAL_MS = 250
const SECONDS = 10

export async function benchFloods(seconds = SECONDS): Promise<Figure[]> {
  const product = await startProduct({ RATE_LIMIT_FACTOR: '1', LOG_LEVEL: 'warn' })
  try {
    const headers = { authorization: `Bearer ${await signIn(product.url)}` }
    const figures: Figure[] = []
    let network = 10
    const cases: [string, FloodKind | null][] = [['nothing', null], ...Object.entries(floods)]
    for (const [name, flood] of cases) {
      network += 1
      const from = (kind: number) => `127.${kind}.0.${network}`
      const others: Record<string, Asked> = {
        '/healthz': { url: `${product.url}/healthz`, from: from(1) },
        'a cached page': { url: `${product.url}/terms`, from: from(2) },
        'a signed-in call': { url: `${product.url}/api/users/`, from: from(3), headers },
      }
      const running = flood
        ? await startFlood(
            { url: product.url + flood.path, from: from(4), headers: flood.headers },
            CONNECTIONS,
            seconds + 5,
          )
        : undefined
      const seen = await watch(others, seconds)
      await running?.stop()
      const worst = Math.max(...Object.values(seen).map((answers) => share(answers, 0.99)))
      const wrong = Object.values(seen)
        .flat()
        .filter(({ status }) => status !== 200).length
      const text = Object.entries(seen).map(([what, list]) => `${what} ${share(list, 0.99).toFixed(0)} ms`)
      figures.push({
        what: `p99 of others while ${CONNECTIONS} connections ask for ${name}`,
        ours: `${text.join(', ')} (${wrong} not served)`,
        limit: running ? [...running.statuses].map(([status, count]) => `${count} × ${status}`).join(', ') : '',
        ratio: '',
        goal: `< ${GOAL_MS} ms`,
        isReached: worst < GOAL_MS && wrong === 0,
      })
    }
    return figures
  } finally {
    await product.stop()
  }
}

async function signIn(url: string): Promise<string> {
  const response = await fetch(`${url}/api${logIn.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'customer@vanfare.test', password: 'Moving-day-1' }),
  })
  const { access } = (await response.json()) as { access: string }
  const { status } = await ask({
    url: `${url}/api/users/`,
    from: '127.0.0.1',
    headers: { authorization: `Bearer ${access}` },
  })
  if (status !== 200) throw new Error(`Signing in answered ${response.status}, and a call ${status}`)
  return access
}

if (import.meta.main)
  console.table(
    (await benchFloods(Number(process.argv[2] ?? SECONDS))).map(({ what, ours, limit, isReached }) => ({
      what,
      ours,
      limit,
      isReached,
    })),
  )
