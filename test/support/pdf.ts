import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { init } from '@embedpdf/pdfium'

/** The words of each page of a PDF, as another reader than ours finds them. */
export async function pagesOf(bytes: Buffer): Promise<string[]> {
  const wasmBinary = readFileSync(createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm'))
  const pdfium = await init({
    wasmBinary: wasmBinary.buffer.slice(wasmBinary.byteOffset, wasmBinary.byteOffset + wasmBinary.byteLength),
  })
  pdfium.PDFiumExt_Init()
  const { pdfium: module } = pdfium
  const heap = () => (module as unknown as { HEAPU8: Uint8Array }).HEAPU8
  const at = module.wasmExports.malloc(bytes.length)
  heap().set(bytes, at)
  const document = pdfium.FPDF_LoadMemDocument(at, bytes.length, '')
  return Array.from({ length: pdfium.FPDF_GetPageCount(document) }, (_, index) => {
    const page = pdfium.FPDF_LoadPage(document, index)
    const text = pdfium.FPDFText_LoadPage(page)
    const count = pdfium.FPDFText_CountChars(text)
    const out = module.wasmExports.malloc(count * 2 + 2)
    pdfium.FPDFText_GetText(text, 0, count, out)
    const words = Buffer.from(heap().slice(out, out + count * 2))
      .toString('utf16le')
      .replaceAll('\r\n', '\n')
    module.wasmExports.free(out)
    pdfium.FPDFText_ClosePage(text)
    pdfium.FPDF_ClosePage(page)
    return words
  })
}

/** All of its words. */
export const wordsOf = async (bytes: Buffer): Promise<string> => (await pagesOf(bytes)).join('\n')
