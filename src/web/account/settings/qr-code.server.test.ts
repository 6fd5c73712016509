import { expect, test } from 'vitest'
import { qrCodeOf } from './qr-code.server.ts'

const uri = 'otpauth://totp/Vanfare:priya%40example.co.uk?secret=JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP&issuer=Vanfare'

test('a QR code has its three corners and a quiet edge', () => {
  const { size, path } = qrCodeOf(uri)
  const dark = new Set(path.split('z').map((square) => /M(\d+) (\d+)/.exec(square)?.slice(1).join()))
  const isDark = (x: number, y: number) => dark.has(`${x},${y}`)
  for (let at = 0; at < size; at++) for (let edge = 0; edge < 4; edge++) expect(isDark(at, edge)).toBe(false)
  for (const [left, top] of [
    [4, 4],
    [size - 11, 4],
    [4, size - 11],
  ] as const) {
    expect([
      isDark(left, top),
      isDark(left + 6, top + 6),
      isDark(left + 1, top + 1),
      isDark(left + 3, top + 3),
    ]).toEqual([true, true, false, true])
  }
})

test('a long address still fits', () => {
  expect(qrCodeOf(uri.replace('priya', 'p'.repeat(200))).size).toBeGreaterThan(qrCodeOf(uri).size)
})
