const LAST_PAGE = 10_000

/** Which page of a list an address asks for: the first where it says nothing, or nonsense. */
export function pageIn(address: string): number {
  const asked = Number(new URL(address).searchParams.get('page') ?? 1)
  return Number.isInteger(asked) && asked >= 1 && asked <= LAST_PAGE ? asked : 1
}
