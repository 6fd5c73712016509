// Reads and draws PDFs from strangers in a thread of its own (ADR 0011). Each file gets a new instance of PDFium with its own memory, so
// that no file can affect the next.
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { inflateSync } from 'node:zlib'
import { init } from '@embedpdf/pdfium'
import { answerParts, type Part } from '#platform/worker-side.ts'
import { fieldsOf } from '#shared/records.ts'
import { drawnSize, MAX_DOCUMENT_PAGES, sentFlaw, writtenFlaw, type DocumentFlaw } from './rules.ts'

/** A page as pixels, four bytes each, or why it could not be drawn. */
export type DrawnPart = { flaw: DocumentFlaw } | { width: number; height: number; pixels: Uint8Array }

/** Memory limit of PDFium for one file, in pages of 64 KB. */
const MOST_MEMORY = (320 * 1024) / 64

/** Limits all WebAssembly memory of this thread. If PDFium cannot grow it, it copes or fails. */
// oxlint-disable-next-line typescript/unbound-method -- called with the memory in question
const { grow } = WebAssembly.Memory.prototype
WebAssembly.Memory.prototype.grow = function (this: WebAssembly.Memory, pages: number) {
  if (this.buffer.byteLength / 65_536 + pages > MOST_MEMORY) throw new RangeError('More memory than a PDF may take')
  return grow.call(this, pages)
}

const wasm = createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm')
const compiled = WebAssembly.compile(readFileSync(wasm))

async function newPdfium() {
  const module = await compiled
  const instantiateWasm = (imports: WebAssembly.Imports, use: (instance: WebAssembly.Instance) => void) => {
    // Asynchronously, as in a browser: Emscripten's callback expects its module to be set up first.
    void WebAssembly.instantiate(module, imports).then(use)
    return {}
  }
  const pdfium = await init({ instantiateWasm, print: () => undefined, printErr: () => undefined })
  pdfium.PDFiumExt_Init()
  return pdfium
}

type Pdfium = Awaited<ReturnType<typeof newPdfium>>

/** Missing from the library's types. Must be read again each time, because growing the memory replaces the array. */
function memoryOf({ pdfium }: Pdfium): Uint8Array {
  const { HEAPU8: memory } = fieldsOf(pdfium)
  if (memory instanceof Uint8Array) return memory
  throw new TypeError('PDFium shows no memory')
}

answerParts<DrawnPart>((input) => partsOf(String(fieldsOf(input).path)))

async function* partsOf(path: string): AsyncGenerator<Part<DrawnPart>> {
  const bytes = readFileSync(path)
  const pdfium = await newPdfium()
  const opened = flawAsSent(bytes) ?? open(pdfium, bytes)
  if (typeof opened === 'string') yield { value: { flaw: opened } }
  else yield* drawnParts(pdfium, opened)
}

function* drawnParts(pdfium: Pdfium, { document, pages }: Opened): Generator<Part<DrawnPart>> {
  const form = pdfium.PDFiumExt_InitFormFillEnvironment(document, pdfium.PDFiumExt_OpenFormFillInfo())
  if (form) pdfium.FPDF_SetFormFieldHighlightAlpha(form, 0)
  for (let index = 0; index < pages; index++) {
    const page = draw(pdfium, { document, form, index })
    yield page ? { value: page, transfer: [page.pixels.buffer] } : { value: { flaw: 'unreadable' } }
  }
}

function flawAsSent(bytes: Buffer): DocumentFlaw | null {
  const unpack = (from: number, to: number, most: number) => {
    try {
      return inflateSync(bytes.subarray(from, to), { maxOutputLength: Math.max(1, most) }).toString('latin1')
    } catch {
      return undefined
    }
  }
  return sentFlaw(bytes.toString('latin1'), unpack)
}

const PASSWORD = 4
const SECURITY = 5
/** XFA forms, which contain programs; plain forms are drawn as they were filled in. */
const XFA = [2, 3]

interface Opened {
  document: number
  pages: number
}

function open(pdfium: Pdfium, bytes: Buffer): Opened | DocumentFlaw {
  const document = pdfium.FPDF_LoadMemDocument(copyIn(pdfium, bytes), bytes.length, '')
  if (!document) return [PASSWORD, SECURITY].includes(pdfium.FPDF_GetLastError()) ? 'encrypted' : 'unreadable'
  if (pdfium.FPDF_GetSecurityHandlerRevision(document) >= 0) return 'encrypted'
  const isActive =
    pdfium.FPDFDoc_GetJavaScriptActionCount(document) > 0 ||
    pdfium.FPDFDoc_GetAttachmentCount(document) > 0 ||
    XFA.includes(pdfium.FPDF_GetFormType(document))
  if (isActive) return 'active'
  const pages = pdfium.FPDF_GetPageCount(document)
  if (pages < 1) return 'unreadable'
  return pages > MAX_DOCUMENT_PAGES ? 'too many pages' : (flawAsWritten(pdfium, document) ?? { document, pages })
}

/** Copies the bytes into PDFium's memory; answers their address. */
function copyIn(pdfium: Pdfium, bytes: Uint8Array): number {
  const at = pdfium.pdfium.wasmExports.malloc(bytes.length)
  if (!at) throw new RangeError('No memory for the file')
  memoryOf(pdfium).set(bytes, at)
  return at
}

/** PDFium cannot list all actions, but it can write a copy of everything reachable, which we then check. */
function flawAsWritten(pdfium: Pdfium, document: number): DocumentFlaw | null {
  const writer = pdfium.PDFiumExt_OpenFileWriter()
  if (!pdfium.PDFiumExt_SaveAsCopy(document, writer)) return 'unreadable'
  const size = pdfium.PDFiumExt_GetFileWriterSize(writer)
  const at = pdfium.pdfium.wasmExports.malloc(size)
  if (!at) throw new RangeError('No memory for the copy')
  pdfium.PDFiumExt_GetFileWriterData(writer, at, size)
  const copy = Buffer.from(memoryOf(pdfium).subarray(at, at + size)).toString('latin1')
  pdfium.pdfium.wasmExports.free(at)
  pdfium.PDFiumExt_CloseFileWriter(writer)
  return writtenFlaw(copy)
}

const BGRX = 3
const WHITE = 0xff_ff_ff_ff
/** Pages are drawn with annotations, in RGB order, without an image cache. */
const FLAGS = 0x01 | 0x10 | 0x200

function draw(pdfium: Pdfium, { document, form, index }: { document: number; form: number; index: number }) {
  const page = pdfium.FPDF_LoadPage(document, index)
  if (!page) return null
  const size = drawnSize(pdfium.FPDF_GetPageWidthF(page), pdfium.FPDF_GetPageHeightF(page))
  const bitmap = size ? pdfium.FPDFBitmap_CreateEx(size.width, size.height, BGRX, 0, 0) : 0
  if (!size || !bitmap) return null
  const { width, height } = size
  pdfium.FPDFBitmap_FillRect(bitmap, 0, 0, width, height, WHITE)
  pdfium.FPDF_RenderPageBitmap(bitmap, page, 0, 0, width, height, 0, FLAGS)
  if (form) pdfium.FPDF_FFLDraw(form, bitmap, page, 0, 0, width, height, 0, FLAGS)
  const at = pdfium.FPDFBitmap_GetBuffer(bitmap)
  const pixels = new Uint8Array(memoryOf(pdfium).subarray(at, at + width * height * 4))
  pdfium.FPDFBitmap_Destroy(bitmap)
  pdfium.FPDF_ClosePage(page)
  return { width, height, pixels }
}
