import { SlidersHorizontal, X } from "lucide-react";
import { SORTS } from "@/shared/codes";
import { paths } from "@/shared/paths";
import type { SearchFilters } from "@/shared/schemas/search";
import { Button, buttonClass } from "./button";
import { Checkbox, CheckboxGroup } from "./form/choices";
import { countyOptions, levelOptions, locationOptions, subjectOptions } from "./form/options";
import { PriceField } from "./form/price-field";
import { Select } from "./form/select";
import { TextField } from "./form/text-field";
import { usePage } from "./page-context";

const SHEET = "filters";

/** Opens the filters where they do not stand beside the list: a native popover, so it works without script. */
export function FilterButton({ active }: { active: number }) {
  const { t } = usePage();
  return (
    <button type="button" className={`${buttonClass("secondary")} filter-button`} popoverTarget={SHEET}>
      <SlidersHorizontal size={18} aria-hidden="true" />
      {t("general.filters.open")}
      {active > 0 ? <span className="filter-button__count">{active}</span> : null}
    </button>
  );
}

/** All filters as a plain GET form: a column beside the list on a desktop, a sheet over it on a phone. */
export function FilterForm({ values }: { values: SearchFilters }) {
  const { t, url } = usePage();
  const [subject, ...moreSubjects] = values.subject;
  return (
    <form
      className="filters"
      id={SHEET}
      popover="auto"
      action={url(paths.listings())}
      method="get"
      aria-label={t("general.filters.title")}
    >
      <div className="filters__head">
        <h2 className="filters__title">{t("general.filters.title")}</h2>
        <button
          type="button"
          className="icon-button filters__close"
          popoverTarget={SHEET}
          popoverTargetAction="hide"
          aria-label={t("general.words.close")}
        >
          <X size={22} aria-hidden="true" />
        </button>
      </div>
      <div className="filters__fields">
        <TextField
          name="q"
          type="search"
          label={t("general.filters.q")}
          value={values.q}
          required={false}
          id="filter-q"
        />
        <Select
          name="subject"
          label={t("general.search.subject")}
          placeholder={t("general.search.anySubject")}
          options={subjectOptions(t)}
          value={subject}
          required={false}
          id="filter-subject"
        />
        {moreSubjects.map((code) => (
          <input key={code} type="hidden" name="subject" value={code} />
        ))}
        <Select
          name="county"
          label={t("general.search.county")}
          placeholder={t("general.search.anyCounty")}
          options={countyOptions(t)}
          value={values.county}
          required={false}
          id="filter-county"
        />
        <CheckboxGroup
          name="level"
          id="filter-level"
          label={t("general.filters.levels")}
          options={levelOptions(t)}
          values={values.level}
        />
        <CheckboxGroup
          name="location"
          id="filter-location"
          label={t("general.filters.locations")}
          options={locationOptions(t)}
          values={values.location}
        />
        <Checkbox
          name="online"
          id="filter-online"
          label={t("general.filters.online")}
          checked={values.online}
        />
        <fieldset className="field field--group">
          <legend className="field__label">{t("general.filters.price")}</legend>
          <div className="filters__range">
            <PriceField
              name="min"
              id="filter-min"
              label={t("general.filters.min")}
              value={values.min}
              required={false}
            />
            <PriceField
              name="max"
              id="filter-max"
              label={t("general.filters.max")}
              value={values.max}
              required={false}
            />
          </div>
        </fieldset>
        <Select
          name="sort"
          id="filter-sort"
          label={t("general.filters.sort")}
          options={SORTS.map((sort) => ({ value: sort, label: t(`general.sorts.${sort}`) }))}
          value={values.sort}
        />
      </div>
      <div className="filters__foot">
        <Button type="submit" wide>
          {t("general.filters.apply")}
        </Button>
        <a className="filters__clear" href={url(paths.listings())}>
          {t("general.filters.clear")}
        </a>
      </div>
    </form>
  );
}
