import { formatList } from "@/shared/format";
import { paths } from "@/shared/paths";
import { formatTeacherReplyTime } from "@/shared/reply-time";
import { suggestAddress } from "@/shared/suggest-address";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { WithdrawButton } from "@/ui/withdraw-button";
import { FORGET_INTENT } from "../form/enquiry-form";
import { SimilarTeachers, type SimilarTeachersProps } from "../form/similar-teachers";
import type { Recipient } from "../load-recipients";
import { ERASE_INTENT } from "./guest-link-page";
import { ResendForm, type ResendFormProps } from "./resend-form";

export type MailboxPageProps = {
  /** The address that the link was mailed to. */
  email: string;
  recipients: readonly Recipient[];
  /** The teachers of earlier messages from this browser and address that wait for confirmation too. */
  others: readonly string[];
  /** What the form on this page did: mailed the link again, or to a corrected address. */
  done: "resent" | "corrected" | null;
  resend: Omit<ResendFormProps, "suggestion">;
  similar: SimilarTeachersProps;
};

/** Asks a guest to open the confirmation mail. The same for every address. */
export function MailboxPage({ email, recipients, others, done, resend, similar }: MailboxPageProps) {
  const { t, url } = usePage();
  const [recipient] = recipients;
  const suggestion = resend.typed === null ? suggestAddress(email) : null;
  return (
    <>
      <div className="container container--narrow page">
        <div className="stack">
          <h1>{t("enquiries.mailbox.heading")}</h1>
          {suggestion ? (
            <Notice tone="warning" title={t("enquiries.mailbox.didYouMean", { email: suggestion })}>
              <p>
                <a href="#resend">{t("enquiries.mailbox.correct")}</a>
              </p>
            </Notice>
          ) : null}
          {recipients.length > 1 ? (
            <Notice tone="success" live title={t("enquiries.several.confirmFirst", { email })}>
              <ul>
                {recipients.map(({ listingId, teacher, title }) => (
                  <li key={listingId}>
                    {teacher ? `${teacher}: ${title}` : (title ?? t("enquiries.several.unnamed"))}
                  </li>
                ))}
              </ul>
            </Notice>
          ) : (
            <Notice tone="success" live title={done ? t(`enquiries.mailbox.${done}`) : undefined}>
              <p>
                {t("enquiries.mailbox.text", {
                  email,
                  teacher: recipient?.teacher || (recipient?.title ?? t("enquiries.several.unnamed")),
                })}
              </p>
            </Notice>
          )}
          {done && recipients.length > 1 ? <p role="status">{t(`enquiries.mailbox.${done}`)}</p> : null}
          <p>
            {t("enquiries.mailbox.next")}
            {recipients.length === 1 && recipient?.replyMedianS != null
              ? ` ${formatTeacherReplyTime(t, recipient.teacher ?? "", recipient.replyMedianS)}.`
              : null}
          </p>
          {others.length > 0 ? (
            <Notice tone="warning">
              <p>{t("enquiries.mailbox.others", { teachers: formatList([...new Set(others)], t.locale) })}</p>
            </Notice>
          ) : null}
          <ResendForm {...resend} suggestion={suggestion} />
          <WithdrawButton
            action={url(paths.pendingEnquiries())}
            fields={{ token: resend.tokens, intent: ERASE_INTENT }}
            texts="enquiries.discard"
          />
          <WithdrawButton
            action={url(paths.pendingEnquiries())}
            fields={{ intent: FORGET_INTENT }}
            texts="enquiries.forget"
          />
          {recipient && recipients.length === 1 && recipient.status === "open" ? (
            <p>
              <a href={url(paths.listing(recipient.listingId))}>{t("enquiries.mailbox.back")}</a>
            </p>
          ) : null}
        </div>
      </div>
      <SimilarTeachers {...similar} />
    </>
  );
}
