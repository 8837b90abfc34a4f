import { and, eq, isNotNull } from "drizzle-orm";
import { createUnsubscribeToken } from "@/auth/unsubscribe-token";
import type { Ctx } from "@/context";
import { users } from "@/db/schema";
import { localizePath } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import type { UnsubscribeLink } from "./compose-mail";
import { findMailKind } from "./mail-kinds";

/** What the recipient of a mail chose: whether they get mail of its kind, and the link that turns it off. */
type MailChoice = { isOn: boolean; unsubscribe: UnsubscribeLink | null };

/**
 * The choice of a mail's recipient, if the mail has a kind and the address belongs to an account. An unconfirmed
 * account has no choice: it may have been created with the address of another person, such as a guest.
 */
export async function findMailChoice(
  ctx: Ctx,
  { template, recipient }: { template: string; recipient: string },
): Promise<MailChoice> {
  const kind = findMailKind(template);
  if (kind === null) return { isOn: true, unsubscribe: null };
  const [account] = await ctx.db
    .select({ id: users.id, locale: users.locale, mailOff: users.mailOff })
    .from(users)
    .where(and(eq(users.email, recipient), isNotNull(users.emailVerifiedTs)));
  if (!account) return { isOn: true, unsubscribe: null };
  const path = paths.unsubscribe({ token: createUnsubscribeToken(ctx, { kind, id: account.id }) });
  return {
    isOn: !account.mailOff.includes(kind),
    unsubscribe: {
      label: ctx.translator(account.locale)(`mail.unsubscribe.${kind}`),
      url: ctx.config.SITE_URL + localizePath(account.locale, path),
    },
  };
}
