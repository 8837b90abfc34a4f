import { History, QueueEntry } from "@/features/moderation";
import { paths } from "@/shared/paths";
import { StateBadge } from "@/ui/badge";
import { LinkButton } from "@/ui/button";
import { DescriptionList } from "@/ui/description-list";
import { toLangAttribute } from "@/ui/lang-attribute";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";
import { UserLink } from "@/ui/user-link";
import { RequestFacts } from "../request-facts";
import type { ListedRequest, RequestItem } from "./requests-kind";

/** A request with its author, and why it waits. */
export function ModeratedRequest({ item: { request, author, holds, history } }: { item: RequestItem }) {
  const { t } = usePage();
  const { createdTs, openedTs, closedTs, closeReason, reason, reasonText, answerCount } = request;
  return (
    <>
      <RequestFacts request={request} />
      <DescriptionList
        items={[
          holds.length > 0 && {
            term: t("requests.admin.holdRule"),
            details: (
              <ul className="break-anywhere">
                {holds.map(({ rule, found }) => (
                  <li key={rule}>
                    {[
                      t(`requests.holdRules.${rule}`),
                      found.map((q) => t("general.filters.quoted", { q })).join(", "),
                    ]
                      .filter(Boolean)
                      .join(": ")}
                  </li>
                ))}
              </ul>
            ),
          },
          {
            term: t("requests.admin.author"),
            details: (
              <>
                <UserLink user={author} /> · {author.email}
              </>
            ),
          },
          { term: t("requests.admin.sent"), details: <Time ts={createdTs} clock /> },
          openedTs !== null && { term: t("requests.admin.opened"), details: <Time ts={openedTs} clock /> },
          openedTs !== null && {
            term: t("requests.admin.answers"),
            details: t.count("requests.answers", answerCount),
          },
          closedTs !== null && {
            term: t(`requests.states.${request.state}`),
            details: (
              <>
                <Time ts={closedTs} clock />
                {closeReason === null ? "" : ` · ${t(`requests.closeReasons.${closeReason}`)}`}
              </>
            ),
          },
          reason !== null && { term: t(`requests.reasons.${reason}`), details: reasonText },
        ]}
      />
      {/* With the rejection that the author corrected. */}
      <section className="stack">
        <h2>{t("moderation.frame.history")}</h2>
        <History history={history} reasons="requests.reasons" />
      </section>
    </>
  );
}

/** An entry of a list. */
export function RequestEntry({ row }: { row: ListedRequest }) {
  const { t, locale } = usePage();
  return (
    <QueueEntry
      row={row}
      href={paths.adminRequest(row.id)}
      title={`${t(`general.subjects.${row.subject}`)}, ${t(`general.levels.${row.level}`)}`}
      meta={<UserLink user={{ ...row, id: row.userId }} />}
      side={<StateBadge kind="request" state={row.state} />}
      since={t("requests.admin.sent")}
    >
      <p className="pre-line" lang={toLangAttribute(row.locale, locale)}>
        {row.text}
      </p>
    </QueueEntry>
  );
}

/** The state, and the link to the author. */
export function RequestActions({ item: { request, author } }: { item: RequestItem }) {
  const { t, url } = usePage();
  return (
    <>
      <StateBadge kind="request" state={request.state} />
      <LinkButton href={url(paths.adminUser(author.id))} variant="secondary" size="small">
        {t("requests.admin.author")}
      </LinkButton>
    </>
  );
}
