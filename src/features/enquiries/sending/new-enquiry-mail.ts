import type { SQL } from "drizzle-orm";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { queueMailStatement } from "@/features/mail";
import type { Locale } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";

type NewEnquiry = {
  id: string;
  owner: { email: string; locale: Locale };
  /** The sender's name as the teacher may see it. */
  name: string;
  title: string;
  message: string;
};

/** The statement that mails the teacher about a new enquiry. */
export const queueNewEnquiryMailStatement = (
  ctx: Ctx,
  { id, owner, name, title, message }: NewEnquiry,
  guard: SQL,
): Statement =>
  queueMailStatement(
    ctx,
    {
      template: "enquiry_new",
      to: owner.email,
      locale: owner.locale,
      params: { name, title },
      quote: message,
      about: auditSubject("enquiry", id),
      actionPath: paths.enquiry(id),
    },
    guard,
  );
