import { formatSlotGroup } from "@/shared/format-slot";
import { RADIUS, type SearchFilters } from "@/shared/schemas/search";
import { SLOT_CHOICES, splitSlots } from "@/shared/slot-groups";
import { buttonClass } from "@/ui/button";
import { CheckboxGroup } from "@/ui/form/choices";
import {
  countySeatOptions,
  formatOptions,
  languageOptions,
  locationOptions,
  subjectOptions,
} from "@/ui/form/options";
import { Select } from "@/ui/form/select";
import { SlotGrid } from "@/ui/form/slot-grid";
import { usePage } from "@/ui/page-context";
import { toNearParam } from "./active-filters";
import { FlagFields, HiddenField, MemoisedField, OTHER_FLAGS } from "./filter-fields";

/** Whether a filter of `MoreFilters` is set. */
const hasMoreFilters = (values: SearchFilters): boolean =>
  OTHER_FLAGS.some((name) => values[name]) ||
  [
    values.subject.slice(1),
    values.when,
    values.location,
    values.format,
    values.teaches_in,
    values.near ?? [],
  ].flat().length > 0;

/** Rarely used filters, closed unless one of them is set. */
export function MoreFilters({ values }: { values: SearchFilters }) {
  const { t } = usePage();
  const { subject, location, when, format, teaches_in: languages, near } = values;
  const others = subject.slice(1);
  return (
    <details className="filters__more" open={hasMoreFilters(values)}>
      <summary>{t("general.filters.more")}</summary>
      <FlagFields names={OTHER_FLAGS} values={values} />
      <TimeChoices values={values} />
      <MemoisedField deps={["filter-slots", when]}>
        {() => (
          <>
            <SlotGrid
              name="when"
              id="filter-slots"
              idPrefix="w"
              label={t("general.filters.whenByDay")}
              values={when}
            />
            <HiddenField name="grouped" value={splitSlots(when).choices.join(",")} />
          </>
        )}
      </MemoisedField>
      <MemoisedField deps={["filter-format", format]}>
        {() => (
          <CheckboxGroup
            name="format"
            id="filter-format"
            label={t("general.fields.formats")}
            options={formatOptions(t)}
            values={format}
          />
        )}
      </MemoisedField>
      <MemoisedField deps={["filter-location", location]}>
        {() => (
          <CheckboxGroup
            name="location"
            id="filter-location"
            label={t("general.filters.locations")}
            options={locationOptions(t)}
            values={location}
          />
        )}
      </MemoisedField>
      <MemoisedField deps={["filter-teaches-in", languages]}>
        {() => (
          <CheckboxGroup
            name="teaches_in"
            id="filter-teaches-in"
            label={t("general.fields.languages")}
            options={languageOptions(t)}
            values={languages}
            columns
          />
        )}
      </MemoisedField>
      {near ? (
        <NearFields values={values} />
      ) : (
        <MemoisedField deps={["filter-near", values.radius]}>
          {() => <NearFields values={values} />}
        </MemoisedField>
      )}
      {/* One empty field more than chosen subjects, so that they can be added one by one. */}
      {[...others, null].map((code, n) => (
        <MemoisedField key={code ?? ""} deps={["filter-other-subject", n, code]}>
          {() => (
            <Select
              name="subject"
              label={t("general.filters.alsoSubject")}
              placeholder={t("general.filters.noOtherSubject")}
              options={subjectOptions(t)}
              value={code}
              required={false}
              id={`filter-subject-${n + 2}`}
            />
          )}
        </MemoisedField>
      ))}
    </details>
  );
}

/**
 * Times that many people search for. The table has them, too. The two follow each other: with JavaScript at once,
 * without it when the form is sent, by the field `grouped`.
 */
function TimeChoices({ values }: { values: SearchFilters }) {
  const { t } = usePage();
  const { choices } = splitSlots(values.when);
  return (
    <MemoisedField deps={["filter-when", choices]}>
      {() => (
        <CheckboxGroup
          name="when"
          id="filter-when"
          label={t("general.filters.when")}
          options={SLOT_CHOICES.map((name) => ({ value: name, label: formatSlotGroup(t, name) }))}
          values={choices}
        />
      )}
    </MemoisedField>
  );
}

/** Selectable radii in km; a radius from the URL is added. */
const RADII = [5, 10, RADIUS.default, 50, RADIUS.max];

/**
 * Search near a town or near the visitor. The button asks the device for its location only when pressed, and needs the
 * script client/enhance/results.
 */
function NearFields({ values }: { values: SearchFilters }) {
  const { t } = usePage();
  const { near, radius } = values;
  const pointOption =
    near && near.county === null ? [{ value: toNearParam(near), label: t("general.filters.here") }] : [];
  const radii = RADII.includes(radius) ? RADII : [...RADII, radius].sort((a, b) => a - b);
  return (
    <div className="filters__near">
      <Select
        name="near"
        id="filter-near"
        label={t("general.filters.near")}
        placeholder={t("general.filters.nearAny")}
        options={[...pointOption, ...countySeatOptions(t)]}
        value={near && toNearParam(near)}
        required={false}
      />
      <button
        type="button"
        className={`${buttonClass("quiet")} button--small needs-script`}
        data-locate=""
        data-here={t("general.filters.here")}
        data-locating={t("general.filters.locating")}
        data-not-located={t("general.filters.notLocated")}
      >
        {t("general.filters.locate")}
      </button>
      <p className="filters__located" role="status" data-located="" />
      <div className="filters__radius">
        <Select
          name="radius"
          id="filter-radius"
          label={t("general.filters.radius")}
          options={radii.map((km) => ({
            value: km === RADIUS.default ? "" : String(km),
            label: t("general.filters.km", { n: km }),
          }))}
          value={radius === RADIUS.default ? "" : radius}
          required={false}
        />
      </div>
    </div>
  );
}
