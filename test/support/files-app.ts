import { readdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { bytesUnused, removeUpload } from '#modules/files/commands.ts'
import { readPhoto } from '#modules/files/queries.ts'
import { RawAnswer } from '#platform/serve.ts'
import type { Problem } from '#shared/endpoint.ts'
import { createTestApp, type TestApp } from './app.ts'
import { multipartBody, multipartType, type Part } from './multipart.ts'

export interface Uploaded {
  status: number
  body: Partial<Problem> & { id?: string }
  headers: Headers
}

/** The app on a port of its own, with what tests of files ask of it. */
export class FilesApp {
  readonly app: TestApp
  readonly port: number

  constructor(app: TestApp) {
    this.app = app
    this.port = (app.app.fastify.server.address() as AddressInfo).port
  }

  upload(...parts: Part[]): Promise<Uploaded> {
    return this.uploadBytes(multipartBody(parts))
  }

  async uploadBytes(body: Buffer, type = multipartType): Promise<Uploaded> {
    const response = await fetch(`http://127.0.0.1:${this.port}/api/booking/images/`, {
      method: 'POST',
      headers: { 'content-type': type },
      body: new Uint8Array(body),
    })
    return { status: response.status, headers: response.headers, body: (await response.json()) as Uploaded['body'] }
  }

  /** Names of the files in the folder for what is being received. */
  incomingFiles(): string[] {
    return filesIn(join(this.app.ctx.config.dataDir, 'incoming'))
  }

  keptFiles(): string[] {
    return filesIn(join(this.app.ctx.config.dataDir, 'files'))
  }

  rows() {
    return this.app.ctx.db.selectFrom('files.file').select(['id', 'storageKey', 'originalName', 'uploadId']).execute()
  }

  async bytesOf(fileId: string): Promise<Buffer> {
    const answer = await readPhoto(this.app.ctx, fileId)
    if (!(answer instanceof RawAnswer)) throw new Error('There is no such photo')
    return buffer(answer.body as NodeJS.ReadableStream)
  }

  /** What an upload came to, and what is left of it. */
  async outcome({ status, body }: Uploaded) {
    return { status, code: body.code, paths: Object.keys(body.errors ?? {}), left: await this.left() }
  }

  /** Everything there is of uploads, on the disk and in the database, once the jobs have run. */
  async left(): Promise<string[]> {
    await this.app.runJobs(bytesUnused)
    return [...this.incomingFiles(), ...this.keptFiles(), ...(await this.rows()).map(({ id }) => id)]
  }

  async clear(): Promise<void> {
    const { ctx } = this.app
    for (const { id } of await ctx.db.selectFrom('files.upload').select('id').execute()) await removeUpload(ctx, id)
    await this.app.runJobs(bytesUnused)
  }

  close(): Promise<void> {
    return this.app.close()
  }
}

export async function startFilesApp(): Promise<FilesApp> {
  const app = await createTestApp()
  await app.app.fastify.listen({ port: 0, host: '127.0.0.1' })
  return new FilesApp(app)
}

function filesIn(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { recursive: true, withFileTypes: true })
    return entries.filter((entry) => entry.isFile()).map((entry) => entry.name)
  } catch {
    return []
  }
}
