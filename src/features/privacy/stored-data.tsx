import { usePage } from "@/ui/page-context";
import type { StoredCounts } from "./queries";

const SECTIONS = [
  "account",
  "teacher",
  "listings",
  "enquiries",
  "requests",
  "shortlist",
  "alerts",
  "orders",
  "statistics",
  "reports",
  "reviews",
  "testimonials",
  "verifications",
  "contact",
  "sessions",
  "mails",
  "push",
  "uploads",
  "log",
  "limits",
] as const;
/** Sections that only teachers have. */
const TEACHERS_ONLY: readonly string[] = ["teacher", "listings", "orders", "statistics", "verifications"];

/** What is stored, why, and how long. With `counts`, it shows the visitor's own numbers. */
export function StoredData({ counts }: { counts?: StoredCounts }) {
  const { visitor } = usePage();
  const getCount = (section: (typeof SECTIONS)[number]) =>
    counts && section in counts ? { section, n: counts[section as keyof StoredCounts] } : null;
  const visible = SECTIONS.filter(
    (section) =>
      !counts || visitor?.role !== "u" || !TEACHERS_ONLY.includes(section) || (getCount(section)?.n ?? 0) > 0,
  );
  return (
    <ul className="entry-list">
      {visible.map((section) => (
        <StoredSection key={section} section={section} count={getCount(section)} />
      ))}
    </ul>
  );
}

function StoredSection({
  section,
  count,
}: {
  section: string;
  count: { section: string; n: number } | null;
}) {
  const { t } = usePage();
  return (
    <li className="entry">
      <div className="entry__main">
        <h3 className="entry__title">{t(`privacy.stored.${section}.title`)}</h3>
        <p>{t(`privacy.stored.${section}.what`)}</p>
        {["why", "until"].map((question) => (
          <p className="entry__meta" key={question}>
            <strong>{t(`privacy.stored.${question}`)}</strong> {t(`privacy.stored.${section}.${question}`)}
          </p>
        ))}
      </div>
      {count ? (
        <div className="entry__side">
          <span className="small muted">{t.count(`privacy.stored.counts.${count.section}`, count.n)}</span>
        </div>
      ) : null}
    </li>
  );
}
