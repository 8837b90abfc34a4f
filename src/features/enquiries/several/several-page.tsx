import { paths } from "@/shared/paths";
import { formatReplyTime } from "@/shared/reply-time";
import { MAX_RECIPIENTS } from "@/shared/schemas/enquiry";
import { Breadcrumbs } from "@/ui/breadcrumbs";
import { LinkButton } from "@/ui/button";
import { CheckboxGroup, TextArea } from "@/ui/form";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { type EnquiryValues, MessageForm, type MessageFormProps } from "../form/enquiry-form";
import { SentAdvice } from "../form/safety-advice";
import { SimilarTeachers, type SimilarTeachersProps } from "../form/similar-teachers";
import type { Recipient } from "../load-recipients";

/** A recipient who did not get the message, and why. */
export type RefusedRecipient = Recipient & { reason: string };

/** `href` leads to the conversation; null for a guest who has not proved the address in this browser. */
export type SentRecipient = Recipient & { href: string | null; isAnswered?: boolean };

export type SendResults = {
  sent: readonly SentRecipient[];
  refused: readonly RefusedRecipient[];
  /** Whether an account sent the message. */
  isFromAccount: boolean;
  /** The address that a guest's confirmation mail went to; null if no confirmation is needed. */
  pendingEmail: string | null;
  /** Other teachers, if none of the chosen ones is left to write to. */
  similar: SimilarTeachersProps | null;
};

export type SeveralPageProps = MessageFormProps & {
  /** Offered by the form if they are `open`, else named as left out. */
  recipients: readonly Recipient[];
  /** Ids of the ticked listings. */
  chosen: readonly string[];
  /** What became of the message that was sent. */
  results?: SendResults;
};

/** The form to write to several teachers, and what became of a message. */
export function SeveralPage({ recipients, results, ...form }: SeveralPageProps) {
  const { t, url } = usePage();
  const open = recipients.filter(({ status }) => status === "open");
  const hasForm = open.length > 0;
  const isDone = results !== undefined && results.sent.length > 0;
  const isPending = isDone && results.pendingEmail !== null;
  const content = (
    <div className="container container--narrow page">
      <Breadcrumbs
        crumbs={[{ label: t("search.crumbs.list"), href: url(paths.listings()) }]}
        current={t("enquiries.several.title")}
      />
      <header className="page-head">
        <h1>
          {isPending
            ? t("enquiries.mailbox.heading")
            : t(isDone ? "enquiries.several.done" : "enquiries.several.title")}
        </h1>
        {hasForm && !results ? <p className="page-head__lead">{t("enquiries.several.lead")}</p> : null}
      </header>
      <div className="stack">
        {isDone ? <SentNotice results={results} /> : null}
        {results ? (
          <NotSentNotice tone="danger" title={t("enquiries.several.notSent")} recipients={results.refused} />
        ) : (
          <NotSentNotice
            tone="warning"
            title={t("enquiries.several.leftOut")}
            recipients={recipients
              .filter(({ status }) => status !== "open")
              .map((recipient) => ({
                ...recipient,
                reason: t(
                  recipient.status === "own" ? "general.refusals.own_listing" : "enquiries.several.gone",
                ),
              }))}
          />
        )}
        {hasForm ? <SeveralForm recipients={open} {...form} /> : null}
        {hasForm || isDone ? null : (
          <NoRecipients isNoneChosen={recipients.length === 0 && !results} {...form} />
        )}
        {isDone ? (
          <p>
            <a href={url(paths.listings())}>{t("general.nav.find")}</a>
          </p>
        ) : null}
      </div>
    </div>
  );
  return results?.similar ? (
    <>
      {content}
      <SimilarTeachers {...results.similar} />
    </>
  ) : (
    content
  );
}

/** The names of those who got the message, or get it after a guest confirms it. */
export function SentNotice({
  results: { sent, isFromAccount, pendingEmail },
}: {
  results: Pick<SendResults, "sent" | "isFromAccount" | "pendingEmail">;
}) {
  const { t, url } = usePage();
  return (
    <>
      <Notice
        tone="success"
        live
        title={
          pendingEmail === null
            ? t("enquiries.several.sentTo")
            : t("enquiries.several.confirmFirst", { email: pendingEmail })
        }
      >
        <SentList sent={sent} />
      </Notice>
      <p>{t(isFromAccount ? "enquiries.several.replies" : "enquiries.several.repliesByMail")}</p>
      {pendingEmail === null ? (
        <>
          <p>{t("enquiries.thread.next")}</p>
          <SentAdvice isGuest={!isFromAccount} />
        </>
      ) : (
        <p>
          <a href={url(paths.pendingEnquiries())}>{t("enquiries.mailbox.noMailTitle")}</a>
        </p>
      )}
    </>
  );
}

/** Recipients who got a message, with links to the conversations. */
export function SentList({ sent }: Pick<SendResults, "sent">) {
  const { t, url } = usePage();
  return (
    <ul>
      {sent.map(({ listingId, teacher, title, href, replyMedianS, isAnswered = false }) => {
        const name = teacher || t("enquiries.erased.person");
        return (
          <li key={listingId}>
            {href === null ? name : <a href={url(href)}>{name}</a>}
            {title === null ? null : `: ${title}`}
            {isAnswered ? (
              <strong>{` · ${t("enquiries.offer.answered")}`}</strong>
            ) : replyMedianS === null ? null : (
              <span className="small muted">{` · ${formatReplyTime(t, replyMedianS)}`}</span>
            )}
          </li>
        );
      })}
    </ul>
  );
}

/** Names recipients with the reasons why they do not get the message. */
export function NotSentNotice({
  tone,
  title,
  recipients,
}: {
  tone: "danger" | "warning";
  title: string;
  recipients: readonly RefusedRecipient[];
}) {
  if (recipients.length === 0) return null;
  return (
    <Notice tone={tone} live={tone === "danger"} title={title}>
      <ul>
        {recipients.map((recipient) => (
          <li key={recipient.listingId}>
            <RecipientName recipient={recipient} />
            {`: ${recipient.reason}`}
          </li>
        ))}
      </ul>
    </Notice>
  );
}

/** "Ana Pop, Algebra for grade 8"; only the title of a listing that is no longer public. */
function RecipientName({ recipient: { teacher, title } }: { recipient: Recipient }) {
  const { t } = usePage();
  if (title === null) return <strong>{t("enquiries.several.unnamed")}</strong>;
  return <strong>{teacher ? `${teacher}, ${title}` : title}</strong>;
}

function SeveralForm({ recipients, chosen, ...form }: Omit<SeveralPageProps, "results">) {
  const { t } = usePage();
  return (
    <MessageForm
      {...form}
      draftKey="enquire-several"
      action={paths.enquireSeveral()}
      page={paths.enquireSeveral({ listing_ids: [...chosen] })}
      texts="several"
      recipientCount={chosen.length}
      isPresenceUnknown={recipients.some(({ isPresenceUnknown }) => isPresenceUnknown)}
    >
      {recipients.map(({ listingId }) => (
        <input key={listingId} type="hidden" name="offered" value={listingId} />
      ))}
      <CheckboxGroup
        name="listing_ids"
        label={t("enquiries.several.recipients")}
        help={
          recipients.length > MAX_RECIPIENTS ? t("enquiries.several.most", { max: MAX_RECIPIENTS }) : null
        }
        error={form.errors?.listing_ids}
        options={recipients.map(({ listingId, teacher, title }) => ({
          value: listingId,
          label: teacher,
          hint: title ?? "",
        }))}
        values={chosen}
      />
    </MessageForm>
  );
}

/** Links to choose teachers. Keeps a message that reached none of them. */
function NoRecipients({ isNoneChosen, values }: { isNoneChosen: boolean; values?: EnquiryValues }) {
  const { t, url } = usePage();
  return (
    <>
      <p>
        {isNoneChosen ? <strong>{t("enquiries.several.noneChosen")}</strong> : null}{" "}
        {t("enquiries.several.choose", { max: MAX_RECIPIENTS })}
      </p>
      {values?.message ? (
        <TextArea
          name="message"
          label={t("enquiries.form.message")}
          help={t("enquiries.several.copy")}
          value={values.message}
        />
      ) : null}
      <div className="row">
        <LinkButton href={url(paths.listings({ select: true }))}>{t("enquiries.several.toList")}</LinkButton>
        <LinkButton href={url(paths.shortlist())} variant="secondary">
          {t("enquiries.several.toShortlist")}
        </LinkButton>
      </div>
    </>
  );
}
