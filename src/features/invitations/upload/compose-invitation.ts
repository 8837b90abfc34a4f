import type { Ctx } from "@/context";
import { DAY_MS } from "@/shared/dates";
import { formatDate, formatList } from "@/shared/format";
import type { InvitationDraft } from "@/shared/schemas/invitation";
import { subjectParams } from "@/shared/scope-params";
import type { InvitedTeacher } from "./parse-upload";

/** How long an invitation waits for an answer (ms). */
const OPEN_MS = 30 * DAY_MS;

export const toInvitationEnd = ({ now }: Ctx): number => now + OPEN_MS;

/**
 * What the mail of an invitation says: what Regulation (EU) 2016/679 (GDPR), article 14, requires of data that were not
 * obtained from the person: operator, source, purpose, legal basis, retention, rights; with the first message, by
 * 14 (3) (b). The legal basis is that of the privacy page.
 */
export function composeInvitation(
  ctx: Ctx,
  { email, locale, draft }: InvitedTeacher,
  { source, operator }: { source: string; operator: string },
) {
  const t = ctx.translator(locale);
  const { title, subject } = draft.listing;
  return {
    template: "teacher_invitation" as const,
    to: email,
    locale,
    params: {
      name: draft.first_name,
      title: title || t("invitations.page.usualTitle", subjectParams(t, subject)),
      operator,
      contact: ctx.config.CONTACT_EMAIL,
      held: formatList(
        listHeldData(draft).map((name) => t(`invitations.held.${name}`)),
        locale,
      ),
      source,
      phone: draft.phone_number ? t("invitations.page.phoneTicked") : "",
      until: formatDate(toInvitationEnd(ctx), locale),
    },
  };
}

/** What the row has of the teacher. */
const listHeldData = ({ phone_number, listing }: InvitationDraft): string[] => [
  "name",
  "email",
  ...(phone_number ? ["phone"] : []),
  "subject",
  ...(listing.levels.length > 0 ? ["levels"] : []),
  ...(listing.county || listing.neighbourhood || listing.online ? ["place"] : []),
  ...(listing.price === null ? [] : ["price"]),
  ...(listing.title || listing.description ? ["texts"] : []),
];
