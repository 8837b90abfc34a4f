import type { StoredContactMessage } from "@/features/contact";
import { paths } from "@/shared/paths";
import { AdminPage } from "@/ui/admin-page";
import { LinkButton } from "@/ui/button";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";
import { toTargetTexts } from "../target-texts";
import {
  ContactMessagePanel,
  type ContactOrders,
  ContactSenderPanel,
  type TypedReply,
} from "./contact-panels";
import { toFollowUpQuery } from "./list-filters";
import { NoteConflictNotice, NoteForm, type NoteFormView } from "./note-form";

export type FollowUpRowView = NoteFormView & {
  /** The message, in the contact queue. */
  message: StoredContactMessage | null;
  /** Of the message's sender, the latest first. */
  orders: ContactOrders;
  reply: TypedReply;
  /** Stripe's page of the event, in the queue of payments. */
  stripeUrl: string | null;
  /** Whether another admin saved a note, or the row returned, while this form was open. */
  hasConflict: boolean;
};

/** A row of the follow-up list: its target and its note. */
export function FollowUpRowPage({ view }: { view: FollowUpRowView }) {
  const { t, url } = usePage();
  const { row, message, orders, reply, stripeUrl, filters } = view;
  const { what, who, about, path } = toTargetTexts(t, row);
  const list = paths.followUp(toFollowUpQuery(filters));
  return (
    <AdminPage
      narrow={!message}
      parent={{ label: t("follow-up.heading"), href: list }}
      heading={what}
      current={t(`follow-up.queues.${row.queue}`)}
      lead={
        <>
          {[t(`follow-up.queues.${row.queue}`), about, who].filter(Boolean).join(" · ")}
          {" · "}
          {t("follow-up.since")} <Time ts={row.since} clock />
        </>
      }
      actions={
        row.texts !== null && path !== paths.followUpRow(row.key) ? (
          <LinkButton href={url(path)} variant="secondary" size="small">
            {t("follow-up.open")}
          </LinkButton>
        ) : null
      }
      aside={message ? <ContactSenderPanel message={message} orders={orders} /> : null}
    >
      <div className="stack">
        {message ? (
          <ContactMessagePanel id={row.id} message={message} reply={reply} filters={filters} />
        ) : null}
        {row.queue === "payments" && row.texts ? (
          <section className="panel stack stack--tight">
            <p>{t(`follow-up.payments.${row.texts.code}`)}</p>
            {stripeUrl ? <a href={stripeUrl}>{t("follow-up.openAtStripe")}</a> : null}
          </section>
        ) : null}
        {view.hasConflict ? <NoteConflictNotice row={row} values={view.values} /> : null}
        <NoteForm view={view} />
      </div>
    </AdminPage>
  );
}
