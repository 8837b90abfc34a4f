import { hasContactOrAddress } from "@/shared/contact-data";
import { formatDate } from "@/shared/format";
import { type EnquiryLearner, formatLearner } from "@/shared/format-learner";
import { paths } from "@/shared/paths";
import { MESSAGE_LENGTH } from "@/shared/schemas/enquiry";
import { Button, LinkButton } from "@/ui/button";
import { ErrorSummary, type FormErrors, TextArea } from "@/ui/form";
import { MessagePage } from "@/ui/message-page";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { ContactHint } from "../form/message-hints";
import { SentAdvice } from "../form/safety-advice";
import type { LearnerSearch } from "../form/to-learner-search";
import type { Recipient } from "../load-recipients";
import { ERASE_INTENT } from "./guest-link-page";

export type ConfirmPageProps = {
  heading: string;
  /** Confirmed enquiries, with the tokens of their own links. Times in ms. */
  sent: readonly {
    id: string;
    token: string;
    teacher: string;
    title: string | null;
    sentTs: number;
    isAnswered: boolean;
  }[];
  /** Whether they were sent by the visitor's last action. */
  isSentNow: boolean;
  /** Teachers who get the message if it is confirmed; `reason` says why the last attempt failed. */
  waiting: readonly (Recipient & { reason: string | null })[];
  /** The message that is to be confirmed, which the guest may edit. */
  message: string;
  errors: FormErrors;
  senderName: string;
  /** Null if the sender did not say. */
  learner: EnquiryLearner | null;
  /** The search for other teachers (`toLearnerSearch`); null if the listing was erased. */
  search: LearnerSearch | null;
  /** Tokens of the enquiries that wait for confirmation. */
  tokens: readonly string[];
};

/** The page of a guest's link to one or several enquiries, before and after confirmation. */
export function ConfirmPage({
  heading,
  sent,
  isSentNow,
  waiting,
  message,
  errors,
  senderName,
  learner,
  search,
  tokens,
}: ConfirmPageProps) {
  const { t, url, locale } = usePage();
  const canConfirm = waiting.some(({ status }) => status !== "gone");
  const texts = `enquiries.confirm.${waiting.length > 1 ? "several" : "one"}`;
  const sentList = (
    <ul className={isSentNow ? undefined : "prose"}>
      {sent.map(({ id, token, teacher, title, sentTs, isAnswered }) => (
        <li key={id}>
          <a href={url(paths.enquiry(id, { token }))}>{teacher}</a>
          {title === null ? null : `: ${title}`}
          {isSentNow ? null : (
            <p className="small muted">
              {t(`enquiries.conversations.${isAnswered ? "answered" : "unanswered"}`, {
                date: formatDate(sentTs, locale),
              })}
            </p>
          )}
        </li>
      ))}
    </ul>
  );
  return (
    <MessagePage heading={heading}>
      {sent.length > 0 ? (
        <>
          {isSentNow ? (
            <Notice tone="success" live title={t("enquiries.several.sentTo")}>
              {sentList}
            </Notice>
          ) : (
            sentList
          )}
          <p>
            {t("enquiries.several.repliesByMail")} {isSentNow ? t("enquiries.thread.next") : null}
          </p>
          <SentAdvice isGuest />
        </>
      ) : null}
      {waiting.length === 0 ? (
        <div className="row">
          <LinkButton href={url(paths.listings({ ...search, select: true }))} variant="secondary">
            {t("enquiries.more.title")}
          </LinkButton>
        </div>
      ) : null}
      {waiting.length > 0 ? (
        <>
          <p>{t(`${texts}.text`)}</p>
          <ul className="prose">
            {waiting.map((recipient) => (
              <li key={recipient.listingId}>
                <WaitingRecipient recipient={recipient} />
              </li>
            ))}
          </ul>
          <form method="post" action={url(paths.confirmEnquiries())} className="form" noValidate>
            <ErrorSummary errors={errors} labels={{ message: t("enquiries.form.message") }} />
            {tokens.map((token) => (
              <input key={token} type="hidden" name="token" value={token} />
            ))}
            {canConfirm && hasContactOrAddress(message) ? (
              <ContactHint message={message} recipientCount={waiting.length} />
            ) : null}
            <TextArea
              name="message"
              label={t("enquiries.form.message")}
              help={canConfirm ? t("enquiries.confirm.edit") : null}
              value={message}
              error={errors.message}
              maxLength={MESSAGE_LENGTH}
              rows={6}
            />
            <p className="small muted">
              {learner === null
                ? t(`${texts}.name`, { name: senderName })
                : t(`${texts}.nameAndLearner`, { name: senderName, learner: formatLearner(t, learner) })}
            </p>
            <div className="row">
              {canConfirm ? <Button type="submit">{t(`${texts}.send`)}</Button> : null}
              <Button type="submit" variant="danger" name="intent" value={ERASE_INTENT}>
                {t("enquiries.confirm.discard")}
              </Button>
            </div>
          </form>
        </>
      ) : null}
    </MessagePage>
  );
}

function WaitingRecipient({ recipient }: { recipient: ConfirmPageProps["waiting"][number] }) {
  const { t, url } = usePage();
  const { listingId, title, teacher, status, reason } = recipient;
  const text = reason ?? (status === "gone" ? t("general.refusals.listing_gone") : null);
  return (
    <>
      {status === "gone" ? (
        (title ?? t("enquiries.several.unnamed"))
      ) : (
        <>
          {`${teacher}: `}
          <a href={url(paths.listing(listingId))}>{title}</a>
        </>
      )}
      {text === null ? null : <strong>{`. ${text}`}</strong>}
    </>
  );
}
