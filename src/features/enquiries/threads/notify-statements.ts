import type { SQL } from "drizzle-orm";
import { createGuestToken } from "@/auth/guest-token";
import type { Ctx } from "@/context";
import { auditSubject } from "@/db/audit";
import type { Statement } from "@/db/client";
import { type JoiningMail, queueJoiningMailStatement, queueMailStatement } from "@/features/mail";
import { queuePushStatement } from "@/features/notifications";
import { type Locale, localizePath } from "@/shared/i18n/locales";
import { NEWEST_MESSAGE, paths } from "@/shared/paths";
import { findMessageWarning, type MessageWarning } from "../message-warning";
import type { EnquiryView } from "../queries";

/**
 * Tells the other side by mail, with the message and a reply link, and by push. Messages after the first answer join one
 * mail if they follow each other quickly. Erased accounts get none; guests get it with their link, and no push message.
 */
export function notifyStatements(
  ctx: Ctx,
  enquiry: EnquiryView,
  { id: messageId, text }: { id: string; text: string },
  guard: SQL,
): Statement[] {
  const { id, side, names, listing, guestEmail } = enquiry;
  const fromTeacher = side === "teacher";
  const isAnswer = fromTeacher && enquiry.answeredTs === null;
  const about = auditSubject("enquiry", id);
  const params = { name: names[side], title: listing?.title ?? "" };
  const mail = {
    template: isAnswer ? ("enquiry_answered" as const) : ("enquiry_message" as const),
    params,
    quote: text,
    message: messageId,
    about,
    condition: ["enquiry_message", id, fromTeacher ? "learner" : "teacher"] as const,
  };
  const queue = (mailTo: JoiningMail) =>
    (isAnswer ? queueMailStatement : queueJoiningMailStatement)(ctx, mailTo, guard);
  const warning = fromTeacher ? findMessageWarning(text, enquiry) : null;
  const warn = (locale: Locale, token?: string) =>
    warning ? [composeWarning(ctx, locale, warning, paths.reportEnquiry(id, { token }))] : [];
  if (fromTeacher && guestEmail !== null) {
    const token = createGuestToken(ctx, { id, email: guestEmail });
    const path = paths.enquiry(id, { token });
    const actionPath = `${path}#${NEWEST_MESSAGE}`;
    const locale = enquiry.guestLocale ?? ctx.locale;
    return [queue({ ...mail, tables: warn(locale, token), to: guestEmail, locale, actionPath })];
  }
  const person = fromTeacher ? enquiry.learner : enquiry.teacher;
  if (!person) return [];
  const { email: to, locale, id: userId } = person;
  const path = paths.enquiry(id);
  const t = ctx.translator(locale);
  const texts = `notifications.messages.${isAnswer ? "answer" : "message"}`;
  const push = {
    cause: messageId,
    about,
    userId,
    kind: "enquiries",
    title: t(`${texts}.title`, params),
    body: listing ? t(`${texts}.body`, params) : "",
    locale,
    path,
  } as const;
  const actionPath = `${path}#${NEWEST_MESSAGE}`;
  return [
    queue({
      ...mail,
      tables: [...warn(locale), ...noteRequest(ctx, enquiry, locale)],
      to,
      locale,
      actionPath,
    }),
    queuePushStatement(ctx, push, guard),
  ];
}

/** Tells a teacher in a mail, as on the page of the conversation, that the request that they answered is closed. */
function noteRequest(
  { config, translator }: Ctx,
  { side, requestId, isRequestClosed }: EnquiryView,
  locale: Locale,
) {
  if (side === "teacher" || requestId === null || !isRequestClosed) return [];
  const t = translator(locale);
  const details = config.SITE_URL + localizePath(locale, paths.mailedRequest(requestId));
  const row = { term: t("enquiries.thread.request.teacher"), details, link: true };
  return [{ title: t("enquiries.thread.request.closed"), rows: [row] }];
}

/** The warning of a mail, as on the page of the conversation. */
const composeWarning = (
  { config, translator }: Ctx,
  locale: Locale,
  warning: MessageWarning,
  reportPath: string,
) => {
  const t = translator(locale);
  const toDetails = (path: string) => config.SITE_URL + localizePath(locale, path);
  return {
    title: t(`enquiries.thread.warnings.${warning}`),
    rows: [
      { term: t("enquiries.thread.reportOrBlock"), details: toDetails(reportPath), link: true },
      warning === "unsafe"
        ? { term: t("mail.parent_copy.danger"), details: t("mail.parent_copy.helpline") }
        : { term: t("mail.parent_copy.safety"), details: toDetails(paths.safety()), link: true },
    ],
  };
};
