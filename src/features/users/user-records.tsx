import type { ReactNode } from "react";
import { OrderEntry } from "@/features/payments-admin";
import { ENQUIRY_STATES } from "@/shared/codes";
import { paths } from "@/shared/paths";
import { Badge, StateBadge } from "@/ui/badge";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";
import type { UserDetails } from "./find-user-details";
import type { UserRecords } from "./find-user-records";

/** The latest records of a user: what they sent, got and bought, and what was decided about them. */
export function UserRecordSections({
  records,
  user: { email, mailOff },
}: {
  records: UserRecords;
  user: UserDetails["user"];
}) {
  const { t, url } = usePage();
  const { mails, orders, contact, reports, reviews, verifications, requests, notes } = records;
  const text = (key: string, params = {}) => t(`users.records.${key}`, params);
  return (
    <>
      <Section
        name="mails"
        help={[
          text("mailsHelp"),
          mailOff.length > 0
            ? text("mailsOff", {
                kinds: mailOff.map((kind) => t(`notifications.kinds.${kind}.title`)).join(", "),
              })
            : text("mailsOn"),
        ].join(" ")}
        count={mails.length}
        all={paths.adminMail({ to: email })}
      >
        {mails.map((mail) => (
          <Entry
            key={mail.id}
            title={mail.subject}
            ts={mail.sentTs ?? mail.createdTs}
            badge={<StateBadge kind="mail" state={mail.status} />}
          >
            {mail.problem ? text(`mailErrors.${mail.problem}`) : null}{" "}
            {mail.status === "late" ? (
              <>
                {text("nextTry")} <Time ts={mail.nextAttemptTs} clock />.
              </>
            ) : null}
            {mail.isLinkExpired ? t("admin.mail.linkExpired") : null}
          </Entry>
        ))}
      </Section>
      <Section
        name="orders"
        count={orders.length}
        all={paths.adminOrders({ q: email })}
        help={orders.length > 0 ? text("refund") : undefined}
      >
        {orders.map((order) => (
          <OrderEntry key={order.id} order={order} />
        ))}
      </Section>
      <Conversations enquiries={records.enquiries} />
      <Section name="contact" count={contact.length}>
        {contact.map(({ id, subject, createdTs, replies, closedTs }) => (
          <Entry
            key={id}
            href={url(paths.followUpRow(`contact:${id}`))}
            title={subject}
            ts={createdTs}
            badge={
              <Badge tone={closedTs === null ? "waiting" : "neutral"}>
                {text(`contactStates.${closedTs === null ? "open" : replies > 0 ? "replied" : "closed"}`)}
              </Badge>
            }
          />
        ))}
      </Section>
      <Section name="reports" count={reports.length}>
        {reports.map(({ id, listingId, enquiryId, title, reason, createdTs, outcome, isAbout }) => (
          <Entry
            key={id}
            href={url(enquiryId ? paths.adminConversation(enquiryId) : paths.adminReport(listingId))}
            title={t(`moderation.reports.reasons.${reason}`)}
            ts={createdTs}
            badge={
              <Badge tone={outcome === null ? "waiting" : outcome === "upheld" ? "danger" : "neutral"}>
                {t(`moderation.frame.outcomes.${outcome ?? "open"}`)}
              </Badge>
            }
          >
            {text(`${enquiryId ? "conversation" : "report"}${isAbout ? "About" : "By"}`, {
              title: title ?? "",
            })}
          </Entry>
        ))}
      </Section>
      <Section name="reviews" count={reviews.length}>
        {reviews.map(({ id, rating, state, createdTs, isAbout }) => (
          <Entry
            key={id}
            href={url(paths.adminReview(id))}
            title={t.count(`users.records.${isAbout ? "reviewAbout" : "reviewBy"}`, rating)}
            ts={createdTs}
            badge={<StateBadge kind="review" state={state} />}
          />
        ))}
      </Section>
      <Section name="documents" count={verifications.length}>
        {verifications.map(({ id, kind, state, createdTs }) => (
          <Entry
            key={id}
            href={url(paths.adminVerification(id))}
            title={t(`verifications.kinds.${kind}`)}
            ts={createdTs}
            badge={<StateBadge kind="verification" state={state} />}
          />
        ))}
      </Section>
      <Section name="requests" count={requests.length}>
        {requests.map(({ id, subject, level, state, createdTs }) => (
          <Entry
            key={id}
            href={url(paths.adminRequest(id))}
            title={`${t(`general.subjects.${subject}`)}, ${t(`general.levels.${level}`)}`}
            ts={createdTs}
            badge={<StateBadge kind="request" state={state} />}
          />
        ))}
      </Section>
      <Section name="notes" count={notes.length}>
        {notes.map(({ key, queue, note, outcome, updatedTs }) => (
          <Entry
            key={key}
            href={url(paths.followUpRow(key))}
            title={t(`follow-up.queues.${queue}`)}
            ts={updatedTs}
          >
            {[note, outcome].filter(Boolean).join(" · ")}
          </Entry>
        ))}
      </Section>
    </>
  );
}

/** The latest rows of a kind. Without rows it says so if it has a help text, and is left out otherwise. */
function Section({
  name,
  count,
  help,
  all,
  children,
}: {
  name: string;
  count: number;
  help?: string | undefined;
  /** Path of the full list. */
  all?: string;
  children: ReactNode;
}) {
  const { t, url } = usePage();
  if (count === 0 && !help) return null;
  return (
    <section className="stack" id={`records-${name}`}>
      <h2>{t(`users.records.${name}`)}</h2>
      {help ? <p className="small muted">{help}</p> : null}
      {count === 0 ? (
        <p className="muted">{t("moderation.frame.none")}</p>
      ) : (
        <ul className="entry-list">{children}</ul>
      )}
      {all && count > 0 ? (
        <p>
          <a href={url(all)}>{t("users.records.all")}</a>
        </p>
      ) : null}
    </section>
  );
}

function Entry({
  href,
  title,
  ts,
  badge,
  children,
}: {
  href?: string;
  title: string;
  ts: number;
  badge?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <li className="entry">
      <div className="entry__main">
        <p className={href ? "entry__title break-anywhere" : "break-anywhere"}>
          {href ? <a href={href}>{title}</a> : title}
        </p>
        {children ? <p className="entry__meta break-anywhere">{children}</p> : null}
      </div>
      <div className="entry__side">
        {badge}
        <span className="small muted">
          <Time ts={ts} clock />
        </span>
      </div>
    </li>
  );
}

/** How many conversations the user started and received, by state. Admins read only reported ones. */
function Conversations({ enquiries }: Pick<UserRecords, "enquiries">) {
  const { t } = usePage();
  const lines = (["learner", "teacher"] as const).flatMap((side) => {
    const states = ENQUIRY_STATES.flatMap((state) => {
      const found = enquiries.find((row) => row.side === side && row.state === state);
      return found ? [`${t(`general.enquiryStates.${state}`)}: ${t.number(found.count)}`] : [];
    });
    return states.length > 0 ? [`${t(`users.records.conversationsAs.${side}`)} – ${states.join(", ")}`] : [];
  });
  return (
    <section className="stack">
      <h2>{t("users.records.conversations")}</h2>
      {lines.length === 0 ? <p className="muted">{t("moderation.frame.none")}</p> : null}
      {lines.map((line) => (
        <p key={line}>{line}</p>
      ))}
      <p className="small muted">{t("users.records.conversationsHelp")}</p>
    </section>
  );
}
