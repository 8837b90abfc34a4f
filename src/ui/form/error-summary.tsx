import { CircleAlert } from "lucide-react";
import type { Translator } from "@/shared/i18n/translator";
import { usePage } from "@/ui/page-context";
import { type FormErrors, formatRequired, nameByLabel } from "./errors";
import { fieldId } from "./field";

/**
 * The errors of a form, at its top; each line links to its field. `message` is an error that belongs to no field;
 * `labels` names fields that `general.fields` lacks. Renders nothing without errors. It takes the focus after the page
 * loads.
 */
export function ErrorSummary({
  errors = {},
  message,
  labels = {},
}: {
  errors?: FormErrors;
  message?: string | null;
  labels?: Record<string, string>;
}) {
  const { t } = usePage();
  const entries = Object.entries(errors);
  if (entries.length === 0 && !message) return null;
  return (
    // biome-ignore lint/a11y/noAutofocus: moves focus to the result of the submitted form
    <div className="error-summary" role="alert" tabIndex={-1} id="error-summary" autoFocus>
      <CircleAlert className="error-summary__icon" size={22} aria-hidden="true" />
      <div className="error-summary__body">
        <p className="error-summary__title">
          {message ?? t.count("general.form.errorsTitle", entries.length)}
        </p>
        {entries.length > 0 ? (
          <ul className="error-summary__list">
            {entries.map(([field, text]) => (
              <li key={field}>
                <a href={`#${fieldId(field)}`}>
                  {namesField(t, field, text) ? null : formatLabel(labels[field] ?? getFieldName(t, field))}
                  {labels[field] ? nameByLabel(t, text, { field, label: labels[field] }) : text}
                </a>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </div>
  );
}

const getFieldName = (t: Translator, field: string) =>
  t.has(`general.fields.${field}`) ? t(`general.fields.${field}`) : "";

/** Whether the text already names the field, as the text for an empty field does. */
const namesField = (t: Translator, field: string, text: string): boolean =>
  text === formatRequired(t, { field }) || text === formatRequired(t, { field, choice: true });

/** A label that is a question keeps its question mark. */
const formatLabel = (name: string) =>
  name ? <strong>{name.endsWith("?") ? name : `${name}:`} </strong> : null;
