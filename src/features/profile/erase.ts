import { eq } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { scheduleDeletion } from "@/db/media-deletions";
import { teacherInformation } from "@/db/schema";
import { profilePictureFolder } from "./picture-keys";

/** Statements that erase a user's teacher information; the caller deletes the row in `users` last. */
export const eraseProfile = (ctx: Ctx, userId: string): Statement[] => [
  ctx.db.delete(teacherInformation).where(eq(teacherInformation.userId, userId)),
];

/** Statements that schedule the deletion of all of a user's profile pictures. */
export const erasePicture = (ctx: Ctx, userId: string): Statement[] =>
  scheduleDeletion(ctx.db, [profilePictureFolder(userId)], ctx.now);
