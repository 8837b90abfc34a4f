import { and, eq, inArray } from "drizzle-orm";
import { requireAdmin } from "@/auth/access";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import { commitAudited } from "@/db/commit-audited";
import { eInvoices } from "@/db/schema";
import { ok, type Result, refuse } from "@/shared/errors";

/** What an admin does with a document: from which states, and with which changes. */
const ACTIONS = {
  "hand-over": {
    // Without the settings, nothing else ends an upload without an outcome.
    from: ["queued", "uploading", "uploaded", "rejected"],
    action: "invoice.handed_over",
    getChanges: (now: number) => ({ state: "handed_over", dueTs: null, settledTs: now }) as const,
  },
  "send-again": {
    from: ["rejected"],
    action: "invoice.sent_again",
    getChanges: (now: number) => ({ state: "queued", dueTs: now, settledTs: null, error: "" }) as const,
  },
} as const;
export type EInvoiceAction = keyof typeof ACTIONS;
export const E_INVOICE_ACTIONS = Object.keys(ACTIONS) as EInvoiceAction[];

/**
 * The actions that help a document. While the site can send, only a document that the authority did not take needs any;
 * while it cannot, sending again would not help.
 */
export const listActions = (
  { state, error }: Pick<typeof eInvoices.$inferSelect, "state" | "error">,
  canSend: boolean,
): EInvoiceAction[] =>
  E_INVOICE_ACTIONS.filter((name) => {
    const helps = name === "send-again" ? canSend : !canSend || state === "rejected" || error !== "";
    return helps && (ACTIONS[name].from as readonly string[]).includes(state);
  });

/**
 * Marks a document as uploaded by hand, or queues a rejected one again. For admins.
 * @returns `conflict` if the document is in another state by now
 */
export async function handleEInvoiceAction(
  ctx: Ctx,
  label: string,
  name: EInvoiceAction,
): Promise<Result<null>> {
  requireAdmin(ctx);
  const { from, action, getChanges } = ACTIONS[name];
  const committed = await commitAudited(ctx, {
    action,
    subject: auditSubject("invoice", label),
    statement: ctx.db
      .update(eInvoices)
      .set(getChanges(ctx.now))
      .where(and(eq(eInvoices.label, label), inArray(eInvoices.state, [...from])))
      .returning({ label: eInvoices.label }),
  });
  return committed ? ok(null) : refuse("conflict");
}
