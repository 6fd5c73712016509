/** "VAT invoice INV-2026/27-00001" → "vat-invoice-inv-2026-27-00001.pdf". */
export const fileName = (title: string, type: 'pdf' | 'csv' = 'pdf'): string =>
  `${title
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '')}.${type}`
