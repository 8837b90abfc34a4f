import { eq, sql } from "drizzle-orm";
import { hashLimitKey, keyedHash } from "@/auth/keyed-hash";
import type { Ctx } from "@/context";
import { previousChanged } from "@/db/guard";
import { insertWhere } from "@/db/insert-where";
import { countHitsStatements, defineLimit, findRetryAfter, hasHitsLeftSql } from "@/db/rate-limits";
import { contactMessages, users } from "@/db/schema";
import { ok, type Result, refuse } from "@/shared/errors";
import { hashToId } from "@/shared/ids";
import { type ContactInput, contactSchema } from "@/shared/schemas/contact";
import { validate } from "@/shared/schemas/field-errors";
import { queueOperatorMailStatement, queueSenderCopyStatement } from "./contact-mails";
import { findStoredContactMessage } from "./queries";

/** Messages from one network, regardless of the given sender. */
const MESSAGE_LIMIT = defineLimit("contact");
/** Copies to one mailbox, because a sender can type any address. */
const COPY_LIMIT = defineLimit("contact_copy");
/** The same text from the same sender within this time (ms) counts as one form sent twice. */
const DUPLICATE_WINDOW_MS = 10 * 60_000;

export type SentContactMessage = ContactInput & {
  id: string;
  createdTs: number;
  /** Whether the sender gets a copy with the text or a confirmation. */
  isCopied: boolean;
};

/**
 * Stores a message to the operator, mails it to the operator and a copy to the sender, in one batch. `appCheck` is the
 * widget's token, "" without one. A repeated form makes no second message. Refuses `invalid`, `too_many` past ten an
 * hour from one network, and `forbidden` (`app_check`).
 */
export async function sendContactMessage(
  ctx: Ctx,
  { appCheck, ...input }: { [name in keyof ContactInput]: unknown } & { appCheck: string },
): Promise<Result<SentContactMessage>> {
  const validated = validate(contactSchema, input);
  if (!validated.ok) return validated;
  const message = { ...validated.value, id: computeMessageId(ctx, validated.value) };
  // Before the app check, because its token works only once.
  const earlier = await findStoredContactMessage(ctx, message.id);
  if (earlier) return ok({ ...message, ...earlier });
  const limits = [[MESSAGE_LIMIT, hashLimitKey(ctx, ctx.network)]] as const;
  const retryAfter = await findRetryAfter(ctx.db, limits, ctx.now);
  if (retryAfter !== null) return refuse("too_many", { retryAfter });
  if (!(await ctx.appCheck.verify(appCheck, ctx.address, ctx.log))) {
    return refuse("forbidden", { reason: "app_check" });
  }
  const copyLimits = [[COPY_LIMIT, hashLimitKey(ctx, message.email)]] as const;
  await ctx.commit([
    insertWhere(
      ctx.db,
      contactMessages,
      {
        ...message,
        createdTs: ctx.now,
        // The account may have been deleted since it was read.
        userId: sql`(select ${users.id} from ${users} where ${users.id} = ${ctx.user?.id ?? null})`,
        locale: ctx.locale,
      },
      hasHitsLeftSql(limits, ctx.now),
    ).onConflictDoNothing(),
    ...countHitsStatements(ctx.db, limits, ctx.now, previousChanged),
    queueOperatorMailStatement(ctx, message, previousChanged),
    queueSenderCopyStatement(
      ctx,
      message,
      sql`${previousChanged} and ${hasHitsLeftSql(copyLimits, ctx.now)}`,
    ),
    ctx.db
      .update(contactMessages)
      .set({ isCopied: true })
      .where(sql`${eq(contactMessages.id, message.id)} and ${previousChanged}`),
    ...countHitsStatements(ctx.db, copyLimits, ctx.now, previousChanged),
  ]);
  // A parallel request with the same form, as from a double click, may have stored the message.
  const stored = await findStoredContactMessage(ctx, message.id);
  return stored
    ? ok({ ...message, ...stored })
    : refuse("too_many", { retryAfter: (await findRetryAfter(ctx.db, limits, ctx.now)) ?? 1 });
}

/** The same id for the same form, so a form sent twice makes one message. Other users can't guess it. */
function computeMessageId(ctx: Ctx, { name, email, subject, message }: ContactInput): string {
  const period = Math.floor(ctx.now / DUPLICATE_WINDOW_MS);
  const form = JSON.stringify([ctx.user?.id ?? null, name, email, subject, message, period]);
  return hashToId(keyedHash(ctx, "contact message's id", form));
}
