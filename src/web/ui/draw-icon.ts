// Draws every icon of the built pages, in place of lucide's own code (scripts/small-icons.ts). It takes what `Icon` gives, and no more.
import { createElement, type ComponentProps, type FunctionComponent } from 'react'

interface Drawing {
  node: readonly (readonly [tag: string, attributes: Record<string, string>])[]
}

type Props = ComponentProps<'svg'> & { size?: number }

export default function createIcon({ node }: Drawing): FunctionComponent<Props> {
  const shapes = node.map(([tag, attributes]) => createElement(tag, attributes))
  return ({ size, ...rest }) =>
    createElement(
      'svg',
      {
        viewBox: '0 0 24 24',
        width: size,
        height: size,
        fill: 'none',
        stroke: 'currentColor',
        strokeLinecap: 'round',
        strokeLinejoin: 'round',
        ...rest,
      },
      ...shapes,
    )
}
