import { constants, setPriority } from 'node:os'
import { setTimeout as wait } from 'node:timers/promises'
import type { Browser } from '@playwright/test'
import Trace from 'lighthouse/core/gather/gatherers/trace.js'

/** What Lighthouse records and its figures do not need: the text of each script as it begins, and what lets DevTools show the trace. */
const UNUSED = /rundown|latencyInfo|webdx/

/**
 * Leaves out of Lighthouse's trace what its measures do not use. Writing the source of 340 kB of script into it takes the page's own
 * thread 20 to 30 ms in one piece, about when the page is first seen, and four times that in "Total Blocking Time".
 */
export function traceWithoutSources(): void {
  const categories = Trace.getDefaultTraceCategories().filter((category) => !UNUSED.test(category))
  Trace.getDefaultTraceCategories = () => categories
}

/**
 * Gives the threads that run pages the processor first, as Android does, where this process may; a navigation begins with a new one, so
 * it is looked for again and again, until the returned function is called. A visitor's phone has neither Lighthouse nor the server on
 * it: `others` (process ids) come last.
 */
export async function pagesFirst(browser: Browser, others: readonly number[]): Promise<() => Promise<void>> {
  for (const pid of others) setPriority(pid, constants.priority.PRIORITY_LOW)
  const session = await browser.newBrowserCDPSession()
  const end = new AbortController()
  const watch = async () => {
    while (!end.signal.aborted) {
      const { processInfo } = await session.send('SystemInfo.getProcessInfo')
      for (const { type, id } of processInfo) if (type === 'renderer' && !raise(id)) return
      await wait(100)
    }
  }
  const watching = watch()
  return async () => {
    end.abort()
    await watching
    await session.detach()
  }
}

/** Whether it could: only root may. One that has just ended needs nothing. */
function raise(pid: number): boolean {
  try {
    setPriority(pid, constants.priority.PRIORITY_HIGH)
    return true
  } catch (error) {
    return (error as { info?: { code?: string } }).info?.code === 'ESRCH'
  }
}
