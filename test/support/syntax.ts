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

/** SQL: its words are those of the tables. */
const isQuery = ({ type, tag }: Node): boolean =>
  type === 'TaggedTemplateExpression' && isNode(tag) && tag['name'] === 'sql'

/** What a person may read in a source: text of elements, and strings of more than one word. */
export const textsIn = (program: unknown): string[] =>
  allNodes(program, isQuery)
    .flatMap((node): string[] => {
      if (node.type === 'JSXText') return [String(node['value'])]
      if (node.type === 'Literal' && typeof node['value'] === 'string') return [node['value']]
      if (node.type === 'TemplateElement') return [(node['value'] as { cooked: string | null }).cooked ?? '']
      return []
    })
    .filter((text) => /\p{L}\S* \S*\p{L}/u.test(text))
