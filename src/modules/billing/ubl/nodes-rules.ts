import { VAT_PERCENT } from '#modules/pricing/rules.ts'
import { plainPounds, type Pence } from '#shared/money.ts'

/** UBL as text, and the elements that every edition writes alike. Pure. */

export type UblType = 'Invoice' | 'CreditNote'

/**
 * VAT categories. `S`: standard rate. `O`: outside the scope of VAT, or its supplier is not registered; EN 16931 allows
 * no other category in the same document.
 */
export type Category = 'S' | 'O'

export interface UblLine {
  name: string
  quantity: number
  netPence: Pence
}

export interface UblFile {
  name: string
  xml: string
}

export type Node = readonly [name: string, content: string | readonly (Node | undefined)[], attributes?: string]

const GBP = 'currencyID="GBP"'

export const money = (name: string, pence: Pence): Node => [`cbc:${name}`, plainPounds(pence), GBP]

export function ublRoot(type: UblType, root: readonly Node[]): string {
  const schema = `xmlns="urn:oasis:names:specification:ubl:schema:xsd:${type}-2"`
  const parts = ['cac:Aggregate', 'cbc:Basic'].map((part) => {
    const [short = '', long = ''] = part.split(':')
    return `xmlns:${short}="urn:oasis:names:specification:ubl:schema:xsd:Common${long}Components-2"`
  })
  return `<?xml version="1.0" encoding="UTF-8"?>\n${written([type, root, [schema, ...parts].join(' ')])}\n`
}

export const vatIdentifier = (number: string) => {
  const plain = number.replaceAll(/\s/g, '')
  return /^[A-Z]{2}/.test(plain) ? plain : `GB${plain}`
}

export const categoryOf = (category: Category, saysWhy = false): Node[] => [
  ['cbc:ID', category],
  ...(category === 'S' ? [['cbc:Percent', String(VAT_PERCENT)] satisfies Node] : []),
  ...(category === 'O' && saysWhy ? [['cbc:TaxExemptionReason', 'Not subject to VAT'] satisfies Node] : []),
  ['cac:TaxScheme', [['cbc:ID', 'VAT']]],
]

/** A price is never negative: what is taken off has a negative quantity. */
export function lineNode(type: UblType, category: Category, { name, quantity, netPence }: UblLine, id: number): Node {
  const signed = netPence < 0 ? -quantity : quantity
  return [
    `cac:${type}Line`,
    [
      ['cbc:ID', String(id)],
      [type === 'Invoice' ? 'cbc:InvoicedQuantity' : 'cbc:CreditedQuantity', String(signed), 'unitCode="C62"'],
      money('LineExtensionAmount', netPence),
      [
        'cac:Item',
        [
          ['cbc:Name', name],
          ['cac:ClassifiedTaxCategory', categoryOf(category)],
        ],
      ],
      [
        'cac:Price',
        [money('PriceAmount', Math.abs(netPence)), ['cbc:BaseQuantity', String(quantity), 'unitCode="C62"']],
      ],
    ],
  ]
}

const escaped = (text: string) =>
  text
    // Characters that no XML may have.
    // oxlint-disable-next-line no-control-regex -- They are what is removed.
    .replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')

function written([name, content, attributes]: Node, indent = ''): string {
  const open = `${indent}<${name}${attributes ? ` ${attributes}` : ''}>`
  if (typeof content === 'string') return `${open}${escaped(content)}</${name}>`
  const inside = content.filter((node) => node !== undefined).map((node) => written(node, `${indent}  `))
  return [open, ...inside, `${indent}</${name}>`].join('\n')
}
