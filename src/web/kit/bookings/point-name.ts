/** What the screens call a point of the route within a sentence. */
export const pointName = (index: number, count: number): string =>
  index === 0 ? 'the pick-up' : index === count - 1 ? 'the drop-off' : `stop ${index}`
