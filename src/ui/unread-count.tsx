import { usePage } from "./page-context";

/** The number of conversations with unread messages, with a text for screen readers. */
export function UnreadCount() {
  const { t, visitor } = usePage();
  if (!visitor || visitor.unread === 0) return null;
  return (
    <span className="count">
      <span aria-hidden="true">{visitor.unread > 99 ? "99+" : visitor.unread}</span>{" "}
      <span className="visually-hidden">{t.count("general.counts.unread", visitor.unread)}</span>
    </span>
  );
}
