import type { SQL } from "drizzle-orm";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { queueMail } from "@/features/mail";
import type { Locale } from "@/shared/i18n/locales";
import { paths } from "@/shared/paths";

type NewEnquiry = {
  id: string;
  owner: { email: string; locale: Locale };
  /** The sender, as a teacher may know them. */
  name: string;
  title: string;
  message: string;
};

/** Mails the teacher about an enquiry that has just reached them, if `guard` holds. */
export const newEnquiryMail = (
  ctx: Ctx,
  { id, owner, name, title, message }: NewEnquiry,
  guard: SQL,
): Statement =>
  queueMail(
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
