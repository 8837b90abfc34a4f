import { usePage } from "@/ui/page-context";
import type { StoredCounts } from "./queries";

const SECTIONS = [
  "account",
  "teacher",
  "listings",
  "enquiries",
  "orders",
  "statistics",
  "reports",
  "testimonials",
  "contact",
  "sessions",
  "mails",
  "uploads",
  "log",
  "limits",
] as const;
/** What only those have who teach. */
const TEACHERS_ONLY: readonly string[] = ["teacher", "listings", "orders", "statistics"];

/** What is stored, why, and how long; with how much of it there is where that can be counted. */
export function StoredData({ counts }: { counts: StoredCounts }) {
  const { t, visitor } = usePage();
  const amount = (section: (typeof SECTIONS)[number]) =>
    (section in counts ? section : null) as keyof StoredCounts;
  const shown = SECTIONS.filter(
    (section) => visitor?.role !== "u" || !TEACHERS_ONLY.includes(section) || counts[amount(section)] > 0,
  );
  return (
    <ul className="entry-list">
      {shown.map((section) => (
        <li className="entry" key={section}>
          <div className="entry__main">
            <h3 className="entry__title">{t(`privacy.stored.${section}.title`)}</h3>
            <p>{t(`privacy.stored.${section}.what`)}</p>
            {["why", "until"].map((question) => (
              <p className="entry__meta" key={question}>
                <strong>{t(`privacy.stored.${question}`)}</strong>{" "}
                {t(`privacy.stored.${section}.${question}`)}
              </p>
            ))}
          </div>
          {amount(section) ? (
            <div className="entry__side">
              <span className="small muted">
                {t.count(`privacy.stored.counts.${amount(section)}`, counts[amount(section)])}
              </span>
            </div>
          ) : null}
        </li>
      ))}
    </ul>
  );
}
