import { TextField } from "@/ui/form/text-field";
import { MemoisedMarkup } from "@/ui/memoised-markup";
import { usePage } from "@/ui/page-context";
import { SuggestionBox } from "../suggestions/suggestion-box";

/**
 * The text box of the filter form. It is next to the other fields, not among them: a script may replace those, and this
 * one stays while the user types.
 */
export function SearchTextField({ value }: { value: string }) {
  // Typed text rarely repeats, so it is not cached.
  return value === "" ? (
    <MemoisedMarkup deps={["filter-q"]}>{() => <Field value={value} />}</MemoisedMarkup>
  ) : (
    <Field value={value} />
  );
}

function Field({ value }: { value: string }) {
  const { t } = usePage();
  return (
    <div className="filters__text">
      <SuggestionBox>
        <TextField
          name="q"
          type="search"
          label={t("general.filters.q")}
          value={value}
          required={false}
          id="filter-q"
          enterKeyHint="search"
          placeholder={t("general.search.example")}
        />
      </SuggestionBox>
    </div>
  );
}
