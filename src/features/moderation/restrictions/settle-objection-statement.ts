import { and, type SQL } from "drizzle-orm";
import type { Ctx } from "@/context";
import type { Statement } from "@/db/client";
import { listingDecisions } from "@/db/schema";
import type { ObjectionOutcome } from "@/shared/codes";
import { isOpenObjectionSql } from "./find-restriction";

/** Answers the open objections to the decisions of a condition on `listing_decisions`, if `guard` holds. */
export const settleObjectionStatement = (
  { db, now }: Ctx,
  decisions: SQL | undefined,
  { outcome, text: answer }: { outcome: ObjectionOutcome; text: string },
  guard: SQL,
): Statement =>
  db
    .update(listingDecisions)
    .set({ objectionOutcome: outcome, objectionDecidedTs: now, objectionAnswer: answer })
    .where(and(decisions, isOpenObjectionSql, guard))
    .returning({ id: listingDecisions.id });
