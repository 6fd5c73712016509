import { encode } from 'uqr'

/** A QR code as one path of squares in a box of `size` units, including its quiet zone of four. */
export interface QrCode {
  size: number
  path: string
}

export function qrCodeOf(text: string): QrCode {
  const { data, size } = encode(text, { ecc: 'M', border: 4 })
  const squares = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { size, path: squares.join('') }
}
