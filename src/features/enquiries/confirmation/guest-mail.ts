import type { SQL } from "drizzle-orm";
import { createGuestToken } from "@/auth/guest-token";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import type { ListingDetails } from "@/features/listings";
import { queueMailStatement } from "@/features/mail";
import { DAY_MS } from "@/shared/dates";
import { formatList } from "@/shared/format";
import type { Locale } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";
import { formatLinkToken } from "../guests/link-tokens";
import { formatTeacherName } from "../names";

/** How long (ms) a guest can confirm an enquiry. */
export const CONFIRMATION_PERIOD_MS = 7 * DAY_MS;

export type GuestMail = {
  email: string;
  locale: Locale;
  enquiries: readonly { id: string; listing: ListingDetails }[];
  /** When the enquiries were written (ms). */
  createdTs: number;
  /** Whether the teachers have them, so that the link only opens the conversations. */
  isSent: boolean;
};

/** The statement of the mail with the link that confirms all the enquiries or opens them, if `guard` holds. */
export function queueGuestMailStatement(
  ctx: Ctx,
  { email, locale, enquiries, createdTs, isSent }: GuestMail,
  guard: SQL,
): Statement {
  const links = enquiries.map(({ id }) => ({ id, token: createGuestToken(ctx, { id, email }) }));
  const [enquiry, link] = [enquiries[0], links[0]];
  const isSingle = enquiries.length === 1;
  const teachers = enquiries.map(({ listing }) => formatTeacherName(listing.owner));
  return queueMailStatement(
    ctx,
    {
      // The mail omits the message: the mailbox may belong to another person.
      template: isSent ? "enquiry_sent" : isSingle ? "enquiry_confirm" : "enquiries_confirm",
      to: email,
      locale,
      params: { title: enquiry?.listing.title ?? "", teachers: formatList([...new Set(teachers)], locale) },
      // An erasure of a teacher finds the mail by the first enquiry only, and the text names all teachers.
      deleteWhenDone: !isSingle,
      about: auditSubject("enquiry", enquiry?.id ?? ""),
      actionPath:
        isSingle && link
          ? paths.enquiry(link.id, { token: link.token })
          : paths.confirmEnquiries({ token: links.map(formatLinkToken) }),
      ...(isSent ? {} : { linkExpiresTs: createdTs + CONFIRMATION_PERIOD_MS }),
    },
    guard,
  );
}
