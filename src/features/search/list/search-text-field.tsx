import { TextField } from "@/ui/form/text-field";
import { MemoisedMarkup } from "@/ui/memoised-markup";
import { usePage } from "@/ui/page-context";
import { SuggestionBox } from "../suggestions/suggestion-box";
import { FILTERS } from "./filter-form";

/** The text box of the filter form. It is above the list, because on a phone the form is hidden until it is opened. */
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
    <div className="list-search">
      <SuggestionBox>
        <TextField
          name="q"
          type="search"
          label={t("general.filters.q")}
          value={value}
          required={false}
          id="filter-q"
          form={FILTERS}
          enterKeyHint="search"
          placeholder={t("general.search.example")}
        />
      </SuggestionBox>
    </div>
  );
}
