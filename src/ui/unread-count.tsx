import type { Translator } from "@/shared/i18n/translator";
import { type PageVisitor, usePage } from "./page-context";

/** The number of conversations to open, as text: of a teacher also those that wait for an answer. */
export const formatUnread = (t: Translator, { role, unread }: PageVisitor): string =>
  t.count(`general.counts.${role === "u" ? "unread" : "toAnswer"}`, unread);

/** That number, with its text for screen readers. */
export function UnreadCount() {
  const { t, visitor } = usePage();
  return visitor && <Count n={visitor.unread} text={formatUnread(t, visitor)} />;
}

/** The number of requests that a teacher may answer. */
export function RequestCount() {
  const { t, visitor } = usePage();
  const n = visitor?.requestsToAnswer ?? 0;
  return <Count n={n} text={t.count("general.counts.requests", n)} />;
}

const Count = ({ n, text }: { n: number; text: string }) =>
  n === 0 ? null : (
    <span className="count">
      <span aria-hidden="true">{n > 99 ? "99+" : n}</span> <span className="visually-hidden">{text}</span>
    </span>
  );
