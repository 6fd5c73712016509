// `npm test -- unit api --at 2027-10-31T01:30`: the machine's clock of the tests' threads, which the product should ask nowhere.
import { askedStart } from './start-of-clock.ts'

const start = askedStart()
const kept = globalThis as { machineDate?: DateConstructor }

if (start) {
  const Machine = (kept.machineDate ??= Date)
  const aheadMs = start.getTime() - Machine.now()
  // With the same identity as the machine's own, so that what is made by the one is a date to the other.
  globalThis.Date = new Proxy(Machine, {
    construct: (_, given: [], asked) =>
      Reflect.construct(
        Machine,
        given.length === 0 ? [Machine.now() + aheadMs] : given,
        asked === Date ? Machine : asked,
      ) as Date,
    apply: () => new Machine(Machine.now() + aheadMs).toString(),
    get: (_, name) => (name === 'now' ? () => Machine.now() + aheadMs : (Reflect.get(Machine, name) as unknown)),
  })
}
