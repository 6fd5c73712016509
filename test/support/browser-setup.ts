import { productDataDir } from './browser/database.ts'
import { startWorld } from './browser/world.ts'
import { startProduct } from './product.ts'
import { minutesAhead } from './start-of-clock.ts'

/**
 * Once per run of the browser tests: one product for all of them, or the one that VANFARE_TEST_URL says runs already. Its clock begins on
 * a usual day, or when \`--at\` says.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  const running = process.env['VANFARE_TEST_URL']
  if (running) {
    const told = (await (await fetch(`${running}/dev/clock`)).json()) as { ahead_minutes: number }
    process.env['VANFARE_TEST_AHEAD'] = String(told.ahead_minutes)
    return await startWorld(running, productDataDir())
  }
  process.env['VANFARE_TEST_AHEAD'] = String(minutesAhead(new Date()))
  const product = await startProduct()
  // Playwright's workers read the configuration again, after this.
  process.env['VANFARE_TEST_URL'] = product.url
  process.env['VANFARE_TEST_DATA_DIR'] = product.dataDir
  const endWorld = await startWorld(product.url, product.dataDir)
  return async () => {
    await endWorld()
    await product.stop()
  }
}
