import { TextField, type TextFieldProps } from "@/ui/form/text-field";
import { MemoisedMarkup } from "@/ui/memoised-markup";
import { usePage } from "@/ui/page-context";
import { SuggestionBox } from "../suggestions/suggestion-box";
import { FILTERS } from "./filter-form";

/** The text box of a search, with suggestions. */
export function SearchTextField(
  props: Pick<TextFieldProps, "id" | "label" | "value" | "form" | "autoComplete">,
) {
  const { t } = usePage();
  return (
    <SuggestionBox>
      <TextField
        {...props}
        name="q"
        type="search"
        required={false}
        enterKeyHint="search"
        placeholder={t("general.search.example")}
      />
    </SuggestionBox>
  );
}

/** The text box of the filter form. It is above the list, because on a phone the form is hidden until it is opened. */
export function FilterTextField({ value }: { value: string }) {
  // Typed text rarely repeats, so it is not cached.
  return value === "" ? (
    <MemoisedMarkup deps={["filter-q"]}>{() => <TextFieldWithButton value={value} />}</MemoisedMarkup>
  ) : (
    <TextFieldWithButton value={value} />
  );
}

/**
 * The button is for the Enter key: browsers press the first button of a form, and some only a visible one. On a phone
 * the other buttons are hidden with the form.
 */
function TextFieldWithButton({ value }: { value: string }) {
  const { t } = usePage();
  return (
    <div className="list-search">
      <SearchTextField id="filter-q" label={t("general.filters.q")} value={value} form={FILTERS} />
      <button type="submit" className="visually-hidden" form={FILTERS} tabIndex={-1} aria-hidden="true" />
    </div>
  );
}
