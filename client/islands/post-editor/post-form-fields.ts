import type { PostFormValues } from "@/shared/post-form";
import type { FormValues } from "@/shared/schemas/listing";
import type { FormErrors } from "@/ui/form";
import { usePage } from "@/ui/page-context";

/** A field of the editor's form that is always present. */
export function getInput(form: HTMLFormElement, name: string): HTMLInputElement {
  const field = form.elements.namedItem(name);
  if (!(field instanceof HTMLInputElement)) throw new Error(`no input ${name}`);
  return field;
}

/** The text of the post. */
export function getBody(form: HTMLFormElement): HTMLTextAreaElement {
  const field = form.elements.namedItem("body");
  if (!(field instanceof HTMLTextAreaElement)) throw new Error("no text field");
  return field;
}

/** Writes texts into the fields of these names. */
export function fillTexts(form: HTMLFormElement, texts: FormValues): void {
  for (const [name, [text = ""] = []] of Object.entries(texts)) {
    const field = form.elements.namedItem(name);
    if (
      field instanceof HTMLInputElement ||
      field instanceof HTMLTextAreaElement ||
      field instanceof HTMLSelectElement
    )
      field.value = text;
  }
}

/** Name, label, value and error of a field of the editor, by its name. */
export function usePostFields(values: PostFormValues, errors: FormErrors) {
  const { t } = usePage();
  return (name: keyof PostFormValues) => ({
    name,
    label: t(`blog-admin.fields.${name}`),
    value: values[name],
    error: errors[name],
  });
}
