import { eq } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { scheduleDeletion } from "@/db/media-deletions";
import { teacherInformation } from "@/db/schema";
import { pictureFolder } from "./picture-keys";

/** Statements that erase what an account says beside its own row, which whoever erases the account deletes last. */
export const eraseProfileRows = (ctx: Ctx, userId: string): Statement[] => [
  ctx.db.delete(teacherInformation).where(eq(teacherInformation.userId, userId)),
];

/** Statements after which nothing of a person's pictures stays in the bucket, for the erasure of their account. */
export const erasePicture = (ctx: Ctx, userId: string): Statement[] =>
  scheduleDeletion(ctx.db, [pictureFolder(userId)], ctx.now);
