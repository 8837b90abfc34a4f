import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { eraseProfilePicture } from "@/features/profile";
import { endUploads, ofUser } from "./upload-parts";

/** Statements after which nothing that a person uploaded is left, neither rows nor objects of the bucket. */
export const eraseStorage = (ctx: Ctx, userId: string): Statement[] => [
  ...endUploads(ctx, ofUser(userId)),
  ...eraseProfilePicture(ctx, userId),
];
