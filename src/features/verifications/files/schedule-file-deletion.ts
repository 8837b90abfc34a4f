import type { SQL } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { scheduleDeletionWhereStatement } from "@/db/media-deletions";
import type { Verification } from "../queries";
import { toVerificationFolder } from "./prepare-verification-file";

/** The keys of a request's files in the bucket. */
export const toFileKeys = ({ userId, files }: Pick<Verification, "userId" | "files">): string[] =>
  files.map((file) => toVerificationFolder(userId) + file);

/** Schedules the deletion of a request's files where `guard` holds. */
export const scheduleFileDeletionStatements = (
  ctx: Ctx,
  verification: Verification,
  guard: SQL,
): Statement[] => toFileKeys(verification).map((key) => scheduleDeletionWhereStatement(ctx, { key, guard }));
