import { sql } from "drizzle-orm";
import { keyedHash } from "@/auth/keyed-hash";
import { limitKey } from "@/auth/limit-key";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import { previousChanged } from "@/db/guard";
import { insertWhere } from "@/db/insert-where";
import { countHits, findRetryAfter, hasHitsLeft } from "@/db/limits";
import { contactMessages, users } from "@/db/schema";
import { hasMailTo } from "@/features/mail";
import { ok, type Result, refuse } from "@/shared/errors";
import { hashToId } from "@/shared/ids";
import { type ContactInput, contactSchema } from "@/shared/schemas/contact";
import { validate } from "@/shared/schemas/field-errors";
import { contactCopy, operatorsMail } from "./contact-mails";
import { CONTACT_COPIES, CONTACTS } from "./limits";
import { findContactTime } from "./queries";

/** The same text from the same sender within this time (ms) counts as one form sent twice. */
const TWICE_MS = 10 * 60_000;

export type SentContact = ContactInput & {
  id: string;
  createdTs: number;
  /** Whether a copy goes to the sender. */
  copied: boolean;
};

/**
 * Stores a message to the operator, mails it to them and a copy to the sender, in one batch. `appCheck` is the
 * widget's token, "" without one. A repeated form makes no second message. Refuses `invalid`, `too_many` past ten an
 * hour from one network, and `forbidden` (`app_check`).
 */
export async function sendContact(
  ctx: Ctx,
  { appCheck, ...input }: { [name in keyof ContactInput]: unknown } & { appCheck: string },
): Promise<Result<SentContact>> {
  const checked = validate(contactSchema, input);
  if (!checked.ok) return checked;
  const message = { ...checked.value, id: idOf(ctx, checked.value), createdTs: ctx.now };
  // Before the app check, because its token works only once.
  const before = await findContactTime(ctx, message.id);
  const isCopied = () => hasMailTo(ctx, message.email, auditSubject("contact", message.id));
  if (before !== null) return ok({ ...message, createdTs: before, copied: await isCopied() });
  const limits = [[CONTACTS, limitKey(ctx, ctx.network)]] as const;
  const wait = await findRetryAfter(ctx.db, limits, ctx.now);
  if (wait !== null) return refuse("too_many", { retryAfter: wait });
  if (!(await ctx.appCheck.passes(appCheck, ctx.address, ctx.log))) {
    return refuse("forbidden", { reason: "app_check" });
  }
  const copies = [[CONTACT_COPIES, limitKey(ctx, message.email)]] as const;
  const [written] = await ctx.commit([
    insertWhere(
      ctx.db,
      contactMessages,
      {
        ...message,
        // The account may have been deleted since it was read.
        userId: sql`(select ${users.id} from ${users} where ${users.id} = ${ctx.user?.id ?? null})`,
        locale: ctx.locale,
      },
      hasHitsLeft(limits, ctx.now),
    )
      .onConflictDoNothing()
      .returning({ id: contactMessages.id }),
    ...countHits(ctx.db, limits, ctx.now),
    operatorsMail(ctx, message, previousChanged),
    contactCopy(ctx, message, sql`${previousChanged} and ${hasHitsLeft(copies, ctx.now)}`),
    ...countHits(ctx.db, copies, ctx.now),
  ]);
  if ((written as unknown[]).length === 0 && (await findContactTime(ctx, message.id)) === null) {
    return refuse("too_many", { retryAfter: (await findRetryAfter(ctx.db, limits, ctx.now)) ?? 1 });
  }
  // A parallel request with the same form, as from a double click, may have queued the copy.
  return ok({ ...message, copied: await isCopied() });
}

/** The same id for the same form, so a form sent twice makes one message. Other people can't guess it. */
function idOf(ctx: Ctx, { name, email, subject, message }: ContactInput): string {
  const period = Math.floor(ctx.now / TWICE_MS);
  const form = JSON.stringify([ctx.user?.id ?? null, name, email, subject, message, period]);
  return hashToId(keyedHash(ctx, "contact message's id", form));
}
