import { Enhanced } from "@/ui/enhanced";
import { usePage } from "@/ui/page-context";

/** A section of a long form: the id of its heading, and its text. */
export type FormSectionLink = { id: string; title: string };

const FILTER = "filter-fields";

/** Links to the sections of the form that follows, and a filter of its fields, which needs a script. */
export function FormContents({ sections }: { sections: readonly FormSectionLink[] }) {
  const { t } = usePage();
  return (
    <Enhanced name="filter-fields">
      <div className="stack">
        <nav aria-label={t("settings.contents.label")}>
          <ul className="row list-plain">
            {sections.map(({ id, title }) => (
              <li key={id}>
                <a href={`#${id}`}>{title}</a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="field needs-script">
          <label htmlFor={FILTER}>{t("settings.contents.filter")}</label>
          <input className="input" id={FILTER} type="search" autoComplete="off" />
        </div>
        <p role="status" data-empty={t("settings.contents.empty")} />
      </div>
    </Enhanced>
  );
}
