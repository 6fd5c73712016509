/** A node of a syntax tree, as `parseSync` gives it. */
export interface Node {
  type: string
  [field: string]: unknown
}

export const isNode = (value: unknown): value is Node =>
  typeof value === 'object' && value !== null && typeof (value as Node).type === 'string'

/** Every node, each before those in it; of `isClosed` neither the node nor what is in it. */
export function allNodes(value: unknown, isClosed: (node: Node) => boolean = () => false): Node[] {
  if (Array.isArray(value)) return value.flatMap((one) => allNodes(one, isClosed))
  if (!isNode(value) || isClosed(value)) return []
  return [value, ...Object.values(value).flatMap((one) => allNodes(one, isClosed))]
}
