import type { Log } from '#platform/log.ts'
import { WorkerHost } from '#platform/worker-host.ts'
import type { MadePicture, PictureWork } from './worker.ts'

declare module '#platform/ctx.ts' {
  interface Services {
    readonly contentPictures: WorkerHost<PictureWork, MadePicture>
  }
}

/** Milliseconds for one picture; the largest takes a tenth of it. */
const PICTURE_MS = 60_000

export const createContentPictures = (log: Log): WorkerHost<PictureWork, MadePicture> =>
  new WorkerHost({
    module: 'modules/content/pictures/worker',
    limitMs: PICTURE_MS,
    heapMegabytes: 128,
    onEnded: (why) => log.warn({ why }, 'a picture of the site ended its maker'),
  })
