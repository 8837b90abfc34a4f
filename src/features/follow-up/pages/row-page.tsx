import type { StoredContactMessage } from "@/features/contact";
import type { UnansweredEnquiry } from "@/features/enquiries";
import {
  type DecisionFlash,
  DecisionKeys,
  DecisionNotice,
  HistoryAction,
  type HistoryEvent,
  type Undo,
} from "@/features/moderation";
import { formatRefundFailure } from "@/features/payments-admin";
import type { ReturnedRefund } from "@/features/promotions";
import { REJECT_TESTIMONIAL, type Testimonial, TestimonialDecisionButton } from "@/features/testimonials";
import { formatDay } from "@/shared/format";
import type { Translator } from "@/shared/i18n/translator";
import { paths } from "@/shared/paths";
import { withQuery } from "@/shared/paths/query";
import { AdminPage } from "@/ui/admin-page";
import { LinkButton } from "@/ui/button";
import { DescriptionList } from "@/ui/description-list";
import { Enhanced } from "@/ui/enhanced";
import { fieldId, SubmitButton, TextField } from "@/ui/form";
import { Money } from "@/ui/money";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import type { TaskOrigin } from "@/ui/task-origin";
import { Time } from "@/ui/time";
import { type FollowUpRow, listSnoozes } from "../queues/row";
import { toTargetTexts } from "../target-texts";
import { canCloseByKey } from "./closing-buttons";
import {
  ContactMessagePanel,
  type ContactOrders,
  ContactSenderPanel,
  ReplyFields,
  type TypedReply,
} from "./contact-panels";
import { EnquiryPanel } from "./enquiry-panel";
import type { SuspendedPerson } from "./find-suspended-person";
import { toFollowUpQuery } from "./list-filters";
import { NoteConflictNotice, NoteForm, type NoteFormView } from "./note-form";
import { SuspensionActions, SuspensionPanel } from "./suspension-panels";
import { TargetLine } from "./target-line";

export type FollowUpRowView = NoteFormView & {
  /** The message, in the contact queue. */
  message: StoredContactMessage | null;
  /** The orders of the message's sender, the latest first. */
  orders: ContactOrders;
  reply: TypedReply;
  /** The undo of the last reply. */
  replyUndo: Undo | null;
  /** The account with the address of a mail that failed; null without one. */
  recipientId: string | null;
  /** The corrected address of a mail to a person without an account; null where it cannot be corrected. */
  address: string | null;
  /** In the queue of unanswered messages. */
  enquiry: UnansweredEnquiry | null;
  /** In the queue of safety checks. */
  suspended: SuspendedPerson | null;
  /** The undecided one, in the queue of testimonials. */
  testimonial: Testimonial | null;
  /** The refund of an open alert in the queue of payments, which the bank returned. */
  returned: ReturnedRefund | null;
  /** The `mailto:` address that asks its buyer for a bank account; null without a buyer. */
  accountRequest: string | null;
  /** The amount of an open dispute (bani), in the queue of payments. */
  disputed: number | null;
  /** Stripe's page of the event or the dispute, in the queue of payments. */
  stripeUrl: string | null;
  /** The decision before this page in a run through all tasks. */
  flash: DecisionFlash | null;
  /** Who changed the note and when, the latest first. */
  history: readonly HistoryEvent[];
  /** Whether another admin saved a note, or the row returned, while this form was open. */
  hasConflict: boolean;
};

/** A row of the follow-up list: its target and its note. */
export function FollowUpRowPage({ view }: { view: FollowUpRowView }) {
  const { t, url } = usePage();
  const { row, message, enquiry, testimonial, suspended, orders, stripeUrl, filters, flash, run } = view;
  const { what, who, path } = toTargetTexts(t, row);
  const list = paths.followUp(toFollowUpQuery(filters));
  const help = [
    `follow-up.help.${row.queue}`,
    `follow-up.eFactura.${row.queue.startsWith("e_") ? row.texts?.code : ""}`,
  ].find(t.has);
  return (
    <Enhanced name="decision-keys" immediate>
      <AdminPage
        narrow={!message && !suspended}
        parent={{ label: t("follow-up.heading"), href: list }}
        heading={what}
        current={t(`follow-up.queues.${row.queue}`)}
        lead={
          <>
            <TargetLine row={row} />
            {" · "}
            {t("follow-up.since")} <Time ts={row.since} clock />
          </>
        }
        actions={
          row.texts !== null && path !== paths.followUpRow(row.key) ? (
            <LinkButton
              href={url(withQuery(path, { task: row.key, run }))}
              variant="secondary"
              size="small"
              accessKey="o"
            >
              {t("follow-up.open")}
            </LinkButton>
          ) : null
        }
        aside={
          message ? (
            <ContactSenderPanel id={row.id} message={message} orders={orders} run={run} />
          ) : suspended ? (
            <SuspensionActions suspended={suspended} task={row.key} />
          ) : null
        }
      >
        <div className="stack">
          <RowKeys
            run={run}
            row={row}
            path={row.texts !== null && path !== paths.followUpRow(row.key) ? path : null}
            now={view.now}
            undo={view.replyUndo ? "undoReply" : flash?.decided?.undo ? "undo" : null}
          />
          {flash ? <DecisionNotice flash={flash} /> : null}
          {(message || enquiry) && row.note ? (
            <Notice title={t("follow-up.fields.note")}>
              <p className="pre-line break-anywhere">{row.note}</p>
            </Notice>
          ) : null}
          {help ? (
            <section className="panel">
              <p>{t(help)}</p>
              {view.recipientId === null ? null : (
                <p>
                  <a href={url(paths.adminUser(view.recipientId, { task: row.key, run }))}>
                    {t("follow-up.recipient", { address: who })}
                  </a>
                </p>
              )}
              {row.queue === "mail_undelivered" && view.recipientId === null ? (
                <>
                  {view.address === null ? <p>{t("follow-up.correctAddress.impossible")}</p> : null}
                  <p>
                    <a href={url(paths.adminUsers({ q: row.texts?.concerned?.split("@")[0] }))}>
                      {t("follow-up.correctAddress.search")}
                    </a>
                  </p>
                </>
              ) : null}
            </section>
          ) : null}
          {message ? (
            <ContactMessagePanel
              id={row.id}
              message={message}
              orders={orders}
              undo={view.replyUndo}
              run={run}
            />
          ) : null}
          {enquiry ? <EnquiryPanel id={row.id} enquiry={enquiry} run={run} /> : null}
          {suspended ? <SuspensionPanel suspended={suspended} /> : null}
          {testimonial ? <TestimonialPanel testimonial={testimonial} run={run} /> : null}
          {row.queue === "payments" && row.texts ? (
            <section className="panel stack stack--tight">
              {view.returned ? (
                <ReturnedRefundFacts refund={view.returned} origin={{ task: row.key, run }} />
              ) : null}
              <p>
                {view.returned?.isOwed === 0
                  ? t("payments-admin.returned.paid")
                  : t(`follow-up.payments.${row.texts.code}`)}
              </p>
              {view.returned?.isOwed === 1 ? (
                <div className="row">
                  {view.accountRequest ? (
                    <LinkButton href={view.accountRequest} size="small">
                      {t("payments-admin.returned.ask")}
                    </LinkButton>
                  ) : null}
                  <LinkButton
                    href={url(paths.adminOrder(view.returned.orderId, { task: row.key, run }))}
                    variant={view.accountRequest ? "secondary" : "primary"}
                    size="small"
                  >
                    {t("payments-admin.orderActions.transfer.open")}
                  </LinkButton>
                </div>
              ) : null}
              {view.disputed === null ? null : (
                <p>
                  {t("payments-admin.dispute.amount")}:{" "}
                  <strong>
                    <Money bani={view.disputed} />
                  </strong>
                </p>
              )}
              {stripeUrl ? <a href={stripeUrl}>{t("payments-admin.openAtStripe")}</a> : null}
            </section>
          ) : null}
          {view.hasConflict ? <NoteConflictNotice row={row} values={view.values} /> : null}
          <NoteForm view={view} pageAction={findPageAction(view, t)} />
          <NoteHistory history={view.history} />
        </div>
      </AdminPage>
    </Enhanced>
  );
}

/**
 * What the form of the note sends besides it: the reply to an open message, a mail to a corrected address, or the reminder
 * of a teacher.
 */
function findPageAction(
  { row, message, orders, reply, errors, address, enquiry, run }: FollowUpRowView,
  t: Translator,
) {
  if (message && (message.closedTs === null || reply.typed))
    return {
      path: paths.adminContactReply(row.id, { run }),
      fields: <ReplyFields message={message} orders={orders} reply={reply} error={errors.text} />,
      typedField: "text",
      hasSendKey: true,
    };
  if (address !== null)
    return {
      path: paths.adminCorrectMail(row.id, { run }),
      fields: (
        <>
          <TextField
            name="address"
            type="email"
            label={t("follow-up.correctAddress.label")}
            help={t("follow-up.correctAddress.help")}
            value={address}
            error={errors.address}
            maxLength={254}
            autoComplete="off"
          />
          <div className="form__actions">
            <SubmitButton>{t("follow-up.correctAddress.send")}</SubmitButton>
          </div>
        </>
      ),
      hasSendKey: false,
    };
  if (!enquiry?.canRemind) return null;
  return {
    path: paths.adminRemindTeacher(row.id, { run }),
    fields: (
      <div className="form__actions">
        <SubmitButton>{t("follow-up.enquiry.remind")}</SubmitButton>
      </div>
    ),
    hasSendKey: false,
  };
}

/** Who changed which fields of the note, and when. */
function NoteHistory({ history }: { history: readonly HistoryEvent[] }) {
  const { t } = usePage();
  return history.length === 0 ? null : (
    <section className="stack">
      <h2>{t("moderation.frame.history")}</h2>
      <DescriptionList
        items={history.map((event) => ({
          key: event.id,
          term: <Time ts={event.ts} clock />,
          details: <HistoryAction event={event} text={formatFields(t, event)} />,
        }))}
      />
    </section>
  );
}

const formatFields = (t: Translator, { detail: { changed, until } }: HistoryEvent): string =>
  Array.isArray(changed)
    ? changed
        .map((name) =>
          name !== "snoozed_until"
            ? t(`follow-up.fields.${name}`)
            : typeof until === "string"
              ? `${t("follow-up.fields.snoozed_until")} ${formatDay(until, t.locale)}`
              : t("follow-up.snoozeEnded"),
        )
        .join(", ")
    : "";

/** What the buyer has not received, and why. */
function ReturnedRefundFacts({ refund, origin }: { refund: ReturnedRefund; origin: TaskOrigin }) {
  const { t, url } = usePage();
  const { orderId, buyerId, buyerEmail, buyerName, amount, isOwed } = refund;
  return (
    <DescriptionList
      items={[
        isOwed === 1 && {
          term: t("payments-admin.returned.owed"),
          details: (
            <strong>
              <Money bani={amount} />
            </strong>
          ),
        },
        { term: t("payments-admin.returned.reason"), details: formatRefundFailure(t, refund) },
        buyerId !== null && {
          term: t("payments-admin.returned.buyer"),
          details: (
            <span className="break-anywhere">
              <a href={url(paths.adminUser(buyerId, origin))}>{buyerName || buyerEmail}</a> ·{" "}
              <a href={`mailto:${buyerEmail}`}>{buyerEmail}</a>
            </span>
          ),
        },
        {
          term: t("payments-admin.returned.order"),
          details: <a href={url(paths.adminOrder(orderId, origin))}>{orderId}</a>,
        },
      ]}
    />
  );
}

/** A testimonial with its decisions. */
function TestimonialPanel({ testimonial, run }: { testimonial: Testimonial; run: string }) {
  const { name, role, locale, text } = testimonial;
  return (
    <section className="panel stack">
      <p className="pre-line" lang={locale}>
        {text}
      </p>
      <p className="muted">{[name, role].filter(Boolean).join(", ")}</p>
      <div className="row" data-decision="">
        <TestimonialDecisionButton row={testimonial} action="publish" label="publish" run={run} />
        <TestimonialDecisionButton row={testimonial} action="reject" label="reject" run={run} />
      </div>
    </section>
  );
}

/** The keys of a row's page, and in a run the link to the next task. */
function RowKeys({
  run,
  row,
  path,
  now,
  undo,
}: {
  run: string;
  row: FollowUpRow;
  /** The path of its own page; null without one. */
  path: string | null;
  now: number;
  /** What U undoes, a key of `moderation.frame.keys`. */
  undo: "undo" | "undoReply" | null;
}) {
  const { t, url } = usePage();
  const [snooze] = row.outcome === null ? listSnoozes(row, now) : [];
  const keys = [
    ...listKeys(row).map(({ action, ...key }) => ({ ...key, text: t(`follow-up.run.keys.${action}`) })),
    ...(path ? [{ key: "O", text: t("follow-up.run.keys.open") }] : []),
    ...(snooze ? [{ key: "P", text: t(`follow-up.run.keys.${snooze}`) }] : []),
    ...(run ? [{ key: "N", text: t("moderation.frame.keys.next") }] : []),
    ...(undo ? [{ key: "U", text: t(`moderation.frame.keys.${undo}`) }] : []),
  ];
  if (keys.length === 0) return null;
  return (
    <div className="row">
      {run ? (
        <LinkButton href={url(paths.nextTask({ after: run }))} variant="secondary" size="small" accessKey="n">
          {t("moderation.frame.next")}
        </LinkButton>
      ) : null}
      <DecisionKeys keys={keys} />
    </div>
  );
}

/** The keys of a row's page besides those of a run. */
function listKeys(row: FollowUpRow): { key: string; action: string; href?: string }[] {
  if (row.queue === "testimonials")
    return [
      { key: "A", action: "publish" },
      { key: "R", action: "reject", href: `#${REJECT_TESTIMONIAL}` },
      { key: "Ctrl+Enter", action: "confirm" },
    ];
  if (row.queue === "contact" && row.isClosable)
    return [
      { key: "R", action: "reply", href: `#${fieldId("text")}` },
      { key: "Ctrl+Enter", action: "send" },
    ];
  return canCloseByKey(row) ? [{ key: "A", action: "done" }] : [];
}
