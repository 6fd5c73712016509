/** A part of a multipart body as a test writes it; `head` replaces the headers that it would have. */
export interface Part {
  content: Uint8Array | string
  name?: string
  filename?: string
  type?: string
  head?: string
}

export const boundary = '----vanfare-test-boundary'

/** Written by hand, so that every byte of it can be wrong. */
export function multipartBody(parts: readonly Part[], options: { end?: string } = {}): Buffer {
  const chunks = parts.flatMap(({ content, name = 'images', filename = 'photo.jpg', type = 'image/jpeg', head }) => [
    `--${boundary}\r\n`,
    head ?? `Content-Disposition: form-data; name="${name}"; filename="${filename}"\r\nContent-Type: ${type}\r\n`,
    '\r\n',
    content,
    '\r\n',
  ])
  return Buffer.concat([...chunks, options.end ?? `--${boundary}--\r\n`].map((chunk) => Buffer.from(chunk as string)))
}

export const multipartType = `multipart/form-data; boundary=${boundary}`
