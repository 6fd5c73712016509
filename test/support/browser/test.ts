// The test of every browser suite: no page of it may do what our policy refuses (issue 13). Nothing else is imported as `test` there.
import { test as base, expect, type Browser, type BrowserContext } from '@playwright/test'

export { expect }
export type * from '@playwright/test'

interface OfTest {
  windowsAreClosed: void
  /** What a test provokes on purpose, such as script that must not run: parts of what is then reported. */
  provokes: readonly RegExp[]
  policyIsKept: void
}
interface OfWorker {
  refusals: string[]
}

/** As Chromium writes every refusal into the console, whether or not the page has script. */
const REFUSED = /Content[- ]Security[- ]Policy|securitypolicyviolation|Trusted ?(?:Type|HTML|Script)/i

export const test = base.extend<OfTest, OfWorker>({
  refusals: [
    async ({ browser }, use) => {
      const refusals: string[] = []
      watchEveryContext(browser, refusals)
      await use(refusals)
    },
    { scope: 'worker', auto: true },
  ],
  provokes: [[], { option: true }],
  // A window that a test leaves open goes on living in the browser that the next test gets, and takes its time.
  windowsAreClosed: [
    async ({ browser }, use) => {
      const before = new Set(browser.contexts())
      await use()
      const left = browser.contexts().filter((context) => !before.has(context))
      await Promise.all(left.map((context) => context.close()))
    },
    { auto: true },
  ],
  policyIsKept: [
    async ({ refusals, provokes }, use) => {
      refusals.length = 0
      await use()
      const unasked = refusals.filter((refusal) => !provokes.some((provoked) => provoked.test(refusal)))
      expect(unasked, 'what the page’s policy refused').toEqual([])
    },
    { auto: true },
  ],
})

/** Of the fixtures and of the tests' own windows alike, from their first moment. */
function watchEveryContext(browser: Browser, refusals: string[]): void {
  const open = browser.newContext.bind(browser)
  browser.newContext = async (...options) => {
    const context = await open(...options)
    await watch(context, refusals)
    return context
  }
}

async function watch(context: BrowserContext, refusals: string[]): Promise<void> {
  context.on('console', (message) => {
    if (REFUSED.test(message.text())) refusals.push(`${message.page()?.url() ?? ''}: ${message.text()}`)
  })
  await context.addInitScript(() => {
    addEventListener('securitypolicyviolation', ({ disposition, violatedDirective, blockedURI, sample }) => {
      // oxlint-disable-next-line no-console -- the way out of any frame, without a name that the page could see
      console.error(`securitypolicyviolation ${disposition} ${violatedDirective} ${blockedURI} ${sample}`)
    })
  })
}
