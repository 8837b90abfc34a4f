import { CircleAlert } from "lucide-react";
import { usePage } from "@/ui/page-context";
import type { FormErrors } from "./errors";
import { fieldId } from "./field";

/**
 * What is wrong with a form, at its top; each line leads to its field. `message` is for what belongs to no field.
 * Renders nothing while all is well.
 */
export function ErrorSummary({ errors = {}, message }: { errors?: FormErrors; message?: string | null }) {
  const { t } = usePage();
  const entries = Object.entries(errors);
  if (entries.length === 0 && !message) return null;
  return (
    <div className="error-summary" role="alert" tabIndex={-1} id="error-summary">
      <CircleAlert className="error-summary__icon" size={22} aria-hidden="true" />
      <div className="error-summary__body">
        <p className="error-summary__title">
          {message ?? t.count("general.form.errorsTitle", entries.length)}
        </p>
        {entries.length > 0 ? (
          <ul className="error-summary__list">
            {entries.map(([field, text]) => (
              <li key={field}>
                <a href={`#${fieldId(field)}`}>{text}</a>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
    </div>
  );
}
