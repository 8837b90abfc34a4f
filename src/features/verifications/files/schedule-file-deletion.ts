import type { SQL } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { scheduleDeletionWhereStatement } from "@/db/media-deletions";
import type { Verification } from "../queries";
import { toVerificationFolder } from "./prepare-verification-file";

/** Schedules the deletion of a request's files where `guard` holds. */
export const scheduleFileDeletionStatements = (
  ctx: Pick<Ctx, "db" | "now">,
  { userId, files }: Verification,
  guard: SQL,
): Statement[] =>
  files.map((file) =>
    scheduleDeletionWhereStatement(ctx, { key: toVerificationFolder(userId) + file, guard }),
  );
