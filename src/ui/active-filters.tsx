import { X } from "lucide-react";
import { countyName } from "@/shared/codes";
import { paths, type Query } from "@/shared/paths";
import type { SearchFilters } from "@/shared/schemas/search";
import { usePage } from "./page-context";

type Active = { key: string; label: string; without: SearchFilters };

/** The filters in force, each a link to the list without it. Renders nothing when none is set. */
export function ActiveFilters({ values }: { values: SearchFilters }) {
  const { t, url } = usePage();
  const active: Active[] = [];
  const add = (key: string, label: string, change: Partial<SearchFilters>) =>
    active.push({ key, label, without: { ...values, ...change } });

  if (values.q) add("q", t("general.filters.quoted", { q: values.q }), { q: "" });
  for (const code of values.subject) {
    add(`s-${code}`, t(`general.subjects.${code}`), {
      subject: values.subject.filter((one) => one !== code),
    });
  }
  if (values.county) add("county", countyName(values.county), { county: null });
  for (const code of values.level) {
    add(`l-${code}`, t(`general.levels.${code}`), { level: values.level.filter((one) => one !== code) });
  }
  for (const code of values.location) {
    add(`p-${code}`, t(`general.locations.${code}`), {
      location: values.location.filter((one) => one !== code),
    });
  }
  if (values.online) add("online", t("general.card.online"), { online: false });
  if (values.min !== null) add("min", t.count("general.filters.from", values.min), { min: null });
  if (values.max !== null) add("max", t.count("general.filters.upTo", values.max), { max: null });
  if (active.length === 0) return null;

  return (
    <ul className="active-filters" aria-label={t("general.filters.active")}>
      {active.map(({ key, label, without }) => (
        <li key={key}>
          <a className="chip" href={url(paths.listings(filterQuery(without)))}>
            <span className="visually-hidden">{t("general.filters.remove")}</span> {label}
            <X size={16} aria-hidden="true" />
          </a>
        </li>
      ))}
    </ul>
  );
}

/** The filters as the list's query; what is at its default is left out. */
export function filterQuery(values: SearchFilters): Query {
  const { sort, ...rest } = values;
  return { ...rest, sort: sort === "newest" ? null : sort };
}

/** How many filters are set, for the button that opens them. Sorting is not one. */
export function countFilters(values: SearchFilters): number {
  const single = [values.q, values.county, values.online, values.min !== null, values.max !== null];
  return single.filter(Boolean).length + values.subject.length + values.level.length + values.location.length;
}
