import { startProduct } from './product.ts'

/** Once per run of the browser tests: one product for all of them, or the one that VANFARE_TEST_URL says runs already. */
export default async function setUp(): Promise<() => Promise<void>> {
  if (process.env['VANFARE_TEST_URL']) return async () => undefined
  const product = await startProduct()
  // Playwright's workers read the configuration again, after this.
  process.env['VANFARE_TEST_URL'] = product.url
  process.env['VANFARE_TEST_DATA_DIR'] = product.dataDir
  return async () => await product.stop()
}
