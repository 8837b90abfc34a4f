import type { Translator } from "@/shared/i18n/translator";
import { type PageVisitor, usePage } from "./page-context";

/** The number of conversations to open, as text: of a teacher also those that wait for an answer. */
export const formatUnread = (t: Translator, { role, unread }: PageVisitor): string =>
  t.count(`general.counts.${role === "u" ? "unread" : "toAnswer"}`, unread);

/** That number, with its text for screen readers. */
export function UnreadCount() {
  const { t, visitor } = usePage();
  if (!visitor || visitor.unread === 0) return null;
  return (
    <span className="count">
      <span aria-hidden="true">{visitor.unread > 99 ? "99+" : visitor.unread}</span>{" "}
      <span className="visually-hidden">{formatUnread(t, visitor)}</span>
    </span>
  );
}
