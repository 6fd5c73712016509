import { expect, test } from 'vitest'
import { readTheme } from './theme.ts'

test.each([
  [null, 'auto'],
  ['', 'auto'],
  ['theme=dark', 'dark'],
  ['authData=x:y; theme=light', 'light'],
  ['theme=auto', 'auto'],
  ['theme=sepia', 'auto'],
  ['mytheme=dark', 'auto'],
])('cookies %s mean %s', (cookies, theme) => expect(readTheme(cookies)).toBe(theme))
