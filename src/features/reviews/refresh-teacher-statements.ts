import { type SQL, sql } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { refreshRatingsStatements } from "@/db/refresh-ratings-statements";
import { reindexListingsStatements } from "@/features/listings";

/** The statements that compute a teacher's rating and search rows again after a change of a review, if `guard` holds. */
export const refreshTeacherStatements = (ctx: Ctx, teacherId: string, guard: SQL): Statement[] => [
  ...refreshRatingsStatements(ctx, sql`(${teacherId})`),
  ...reindexListingsStatements(ctx, sql`listings.owner_id = ${teacherId} and ${guard}`),
];
