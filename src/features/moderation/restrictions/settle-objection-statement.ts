import { and, eq, type SQL } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { listingDecisions } from "@/db/schema";
import type { ObjectionOutcome } from "@/shared/codes";
import { isOpenObjectionSql } from "./find-restriction";

/** Answers the objection to a decision, if it is open and `guard` holds. */
export const settleObjectionStatement = (
  { db, now }: Ctx,
  decisionId: string,
  { outcome, text: answer }: { outcome: ObjectionOutcome; text: string },
  guard: SQL,
): Statement =>
  db
    .update(listingDecisions)
    .set({ objectionOutcome: outcome, objectionDecidedTs: now, objectionAnswer: answer })
    .where(and(eq(listingDecisions.id, decisionId), isOpenObjectionSql, guard))
    .returning({ id: listingDecisions.id });
