import type { StoredContactMessage } from "@/features/contact";
import { type Undo, UndoForm } from "@/features/moderation";
import { type listOrders, OrderEntry } from "@/features/payments-admin";
import { toDay } from "@/shared/dates";
import { formatDateTime, formatFullName, formatLei } from "@/shared/format";
import { paths } from "@/shared/paths";
import { CONTACT_REPLY_LENGTH } from "@/shared/schemas/contact";
import { withoutMarks } from "@/shared/text";
import { LinkButton } from "@/ui/button";
import { Checkbox, SubmitButton, TextArea } from "@/ui/form";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";
import { seemsWithdrawal } from "./seems-withdrawal";

export type ContactOrders = Awaited<ReturnType<typeof listOrders>>["orders"];

/** The fields of a reply. */
export type TypedReply = {
  typed: string;
  /** Whether it keeps the task open, if it does not settle the message. */
  keepOpen: boolean;
};

/** A message to the operator with its replies. */
export function ContactMessagePanel({
  id,
  message: stored,
  orders,
  undo,
  run,
}: {
  id: string;
  message: StoredContactMessage;
  orders: ContactOrders;
  undo: Undo | null;
  /** See `NoteFormView`. */
  run: string;
}) {
  const { t, url } = usePage();
  const { name, email, message, locale, replies, createdTs, closedTs, sender, isSignedIn, others } = stored;
  const unsettled = listUnsettled(stored, orders);
  return (
    <section className="panel stack">
      <p className="pre-line break-anywhere" lang={locale}>
        {message}
      </p>
      <p className="entry__meta break-anywhere">
        {name}, {email}
      </p>
      {sender && !isSignedIn ? (
        <Notice tone="warning">
          <p>{t("follow-up.reply.notConfirmed")}</p>
        </Notice>
      ) : null}
      {others.length > 0 ? (
        <>
          <p>{t("follow-up.reply.others")}</p>
          <ul>
            {others.map((other) => (
              <li key={other.id} className="break-anywhere">
                <a href={url(paths.followUpRow(`contact:${other.id}`))}>{other.subject}</a>
                {" · "}
                <Time ts={other.createdTs} clock />
                {" · "}
                {t(`follow-up.reply.${other.closedTs === null ? "open" : "closed"}`)}
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {replies.map((sent, index) => (
        <div key={sent.created_ts}>
          <p className="entry__meta">
            {/* The mail of the last one waits for the end of its undo. */}
            {t(`follow-up.reply.${undo && index === replies.length - 1 ? "written" : "sent"}`)}{" "}
            <Time ts={sent.created_ts} clock />
          </p>
          <p className="pre-line break-anywhere">{sent.text}</p>
        </div>
      ))}
      {undo ? <UndoForm undo={undo} run={run} /> : null}
      {closedTs === null && unsettled.length > 0 ? (
        <Notice tone="warning" title={t("follow-up.reply.seemsWithdrawal")}>
          <p>{t("follow-up.reply.recordFirst")}</p>
          <ul className="list-plain stack stack--tight">
            {unsettled.map((order) => (
              <li key={order.id}>
                <LinkButton
                  href={url(
                    paths.adminOrder(order.id, {
                      task: `contact:${id}`,
                      run,
                      withdrawn_on: toDay(createdTs),
                    }),
                  )}
                  variant="secondary"
                  size="small"
                >
                  {t("follow-up.reply.recordFor", {
                    title: order.listingTitle ?? t("payments-admin.order.noListing"),
                  })}
                </LinkButton>
              </li>
            ))}
          </ul>
        </Notice>
      ) : null}
    </section>
  );
}

/** The paid orders that a message may withdraw from, or ask money back for. */
const listUnsettled = (message: StoredContactMessage, orders: ContactOrders): ContactOrders =>
  seemsWithdrawal(message)
    ? orders.filter((order) => isPaid(order) && findSettlement(order, message.createdTs) === null)
    : [];

/** The reply to an open message. They are fields of the form of the task, so that sending it saves the note too. */
export function ReplyFields({
  message,
  orders,
  reply: { typed, keepOpen },
  error,
}: {
  message: StoredContactMessage;
  orders: ContactOrders;
  reply: TypedReply;
  error: string | undefined;
}) {
  const { t } = usePage();
  const { name, locale } = message;
  return (
    <>
      <TextArea
        name="text"
        label={t("follow-up.reply.text")}
        help={t("follow-up.reply.help", { name, language: t(`general.languages.${locale}`) })}
        value={typed}
        error={error}
        maxLength={CONTACT_REPLY_LENGTH}
        rows={6}
      />
      {listUnsettled(message, orders).length > 0 ? (
        <Checkbox name="keep_open" label={t("follow-up.reply.keepOpen")} checked={keepOpen} />
      ) : null}
      <div className="form__actions">
        <SubmitButton>{t("follow-up.reply.send")}</SubmitButton>
      </div>
    </>
  );
}

/** The last refund of an order; see `listOrders`. */
type LastRefund = { ts: number; kind: string; amount: number };

/** The last refund of an order, if it was made after a message. */
function findSettlement({ lastRefund }: ContactOrders[number], messageTs: number): LastRefund | null {
  const refund: LastRefund | null = JSON.parse(lastRefund ?? "null");
  return refund && refund.ts >= messageTs ? refund : null;
}

/** Whether the buyer may withdraw: paid, without a withdrawal or a dispute. */
const isPaid = ({ state, withdrawnTs }: ContactOrders[number]): boolean =>
  withdrawnTs === null && (state === "fulfilled" || state === "partially_refunded");

/** A name without diacritics and case. */
const toComparable = (name: string): string => withoutMarks(name).toLowerCase();

/**
 * The account of a message's sender, or that of the typed address, and its latest orders. What was refunded after the
 * message was probably asked for in it.
 */
export function ContactSenderPanel({
  id,
  message: { sender, isSignedIn, name, createdTs },
  orders,
  run,
}: {
  id: string;
  message: StoredContactMessage;
  orders: ContactOrders;
  /** See `NoteFormView`. */
  run: string;
}) {
  const { t, url, locale } = usePage();
  const origin = { task: `contact:${id}`, run };
  const settled = orders.flatMap((order) => {
    const refund = findSettlement(order, createdTs);
    return refund ? { order, refund } : [];
  });
  return (
    <section className="panel stack">
      <h2>{t(`follow-up.reply.${isSignedIn ? "sender" : "address"}`)}</h2>
      {sender ? (
        <>
          <p className="break-anywhere">
            <a href={url(paths.adminUser(sender.id, origin))}>{formatFullName(sender)}</a>
          </p>
          {toComparable(name) === toComparable(formatFullName(sender)) ? null : (
            <p>{t("follow-up.reply.otherName", { name })}</p>
          )}
          <h3>{t("follow-up.reply.orders")}</h3>
          {orders.length === 0 ? (
            <p className="muted">{t("follow-up.reply.noOrders")}</p>
          ) : (
            <>
              <ul className="entry-list">
                {orders.map((order) => (
                  <OrderEntry
                    key={order.id}
                    order={order}
                    query={{ ...origin, withdrawn_on: toDay(createdTs) }}
                  />
                ))}
              </ul>
              {settled.map(({ order, refund: { ts, kind, amount } }) => (
                <p key={order.id}>
                  {t(`follow-up.reply.settled.${kind === "withdrawal" ? "withdrawn" : "refunded"}`, {
                    time: formatDateTime(ts, locale),
                    title: order.listingTitle ?? t("payments-admin.order.noListing"),
                    amount: formatLei(amount, locale),
                  })}
                </p>
              ))}
              {settled.length < orders.length ? (
                <p className="small muted">{t("follow-up.reply.withdrawal")}</p>
              ) : null}
              <p>
                <a href={url(paths.adminOrders({ q: sender.email }))}>{t("follow-up.reply.allOrders")}</a>
              </p>
            </>
          )}
        </>
      ) : (
        <p className="muted">{t("follow-up.reply.noAccount")}</p>
      )}
    </section>
  );
}
