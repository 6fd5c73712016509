import { readPhoto } from '#modules/files/queries.ts'
import type { Ctx } from '#platform/ctx.ts'
import { RawAnswer } from '#platform/serve.ts'
import { commonRefusals, refuse, Refusal } from '#shared/endpoint.ts'
import { FILES } from './rules.ts'

/** A picture's file never changes, so browsers keep it for a year. */
export async function readImage(ctx: Ctx, { id, file }: { id: string; file: string }): Promise<RawAnswer | Refusal> {
  const found = await ctx.db
    .selectFrom('content.picture as p')
    .innerJoin('files.file as f', 'f.uploadId', 'p.uploadId')
    .select('f.id')
    .where('p.id', '=', id)
    .where('f.position', '=', FILES.indexOf(file) + 1)
    .executeTakeFirst()
  if (!found) return refuse(commonRefusals.notFound)
  const answer = await readPhoto(ctx, found.id)
  return answer instanceof Refusal
    ? answer
    : new RawAnswer(answer.body, { ...answer.headers, 'cache-control': 'public, max-age=31536000, immutable' })
}
