import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { letGoOf } from "@/db/stale-media";
import { pictureFolder } from "./picture-keys";

/** Statements after which nothing of a person's pictures stays in the bucket, for the erasure of their account. */
export const erasePicture = (ctx: Ctx, userId: string): Statement[] =>
  letGoOf(ctx.db, [pictureFolder(userId)], ctx.now);
