import { Search } from "lucide-react";
import { SuggestionBox } from "@/features/search";
import type { County, Level, Subject } from "@/shared/codes";
import { paths } from "@/shared/paths";
import { Button } from "@/ui/button";
import { countyOptions, levelOptions, type Option, subjectOptions } from "@/ui/form/options";
import { usePage } from "@/ui/page-context";

/** The search on the home page: words, subject, level, place. A plain GET form to the list; empty fields match all. */
export function SearchBox({
  subject,
  level,
  county,
}: {
  subject?: Subject | null;
  level?: Level | null;
  county?: County | null;
}) {
  const { t, url } = usePage();
  return (
    <search>
      <form className="search-box" action={url(paths.listings())} method="get">
        <div className="search-box__part search-box__part--text">
          <SuggestionBox>
            <label className="search-box__label" htmlFor="search-q">
              {t("general.search.q")}
            </label>
            <input
              className="search-box__input"
              type="search"
              id="search-q"
              name="q"
              enterKeyHint="search"
              autoComplete="off"
              placeholder={t("general.search.example")}
            />
          </SuggestionBox>
        </div>
        <Part
          name="subject"
          label={t("general.search.subject")}
          any={t("general.search.anySubject")}
          options={subjectOptions(t)}
          value={subject}
        />
        <Part
          name="level"
          label={t("general.search.level")}
          any={t("general.search.anyLevel")}
          options={levelOptions(t)}
          value={level}
        />
        <Part
          name="county"
          label={t("general.search.county")}
          any={t("general.search.anyCounty")}
          options={countyOptions(t)}
          value={county}
        />
        <Button type="submit">
          <Search size={20} aria-hidden="true" />
          {t("general.search.submit")}
        </Button>
      </form>
    </search>
  );
}

function Part({
  name,
  label,
  any,
  options,
  value,
}: {
  name: string;
  label: string;
  any: string;
  options: readonly Option[];
  value?: string | null;
}) {
  return (
    <div className="search-box__part">
      <label className="search-box__label" htmlFor={`search-${name}`}>
        {label}
      </label>
      <select className="search-box__select" id={`search-${name}`} name={name} defaultValue={value ?? ""}>
        <option value="">{any}</option>
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.hint ? `${option.label} (${option.hint})` : option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
