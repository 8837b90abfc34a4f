import type { SQL } from "drizzle-orm";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { previousChanged } from "@/db/guard";
import { queueMailStatement } from "@/features/mail";
import { queuePushStatement } from "@/features/notifications";
import type { Locale } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";

type NewEnquiry = {
  id: string;
  owner: { userId: string; email: string; locale: Locale };
  /** The sender's name as the teacher may see it. */
  name: string;
  title: string;
  message: string;
};

/** The statements that tell the teacher about a new enquiry by mail and push, if `guard` holds. */
export function queueNewEnquiryStatements(
  ctx: Ctx,
  { id, owner, name, title, message }: NewEnquiry,
  guard: SQL,
): Statement[] {
  const t = ctx.translator(owner.locale);
  const params = { name, title };
  return [
    queueMailStatement(
      ctx,
      {
        template: "enquiry_new",
        to: owner.email,
        locale: owner.locale,
        params,
        quote: message,
        about: auditSubject("enquiry", id),
        actionPath: paths.enquiry(id),
      },
      guard,
    ),
    queuePushStatement(
      ctx,
      {
        cause: id,
        about: auditSubject("enquiry", id),
        userId: owner.userId,
        kind: "enquiries",
        title: t("notifications.messages.enquiry.title", params),
        body: t("notifications.messages.enquiry.body", params),
        locale: owner.locale,
        path: paths.enquiry(id),
      },
      previousChanged,
    ),
  ];
}
