import { RATING_RANGE } from "@/shared/schemas/review";
import { FieldGroup, fieldId } from "@/ui/form";
import { usePage } from "@/ui/page-context";

const RATINGS = Array.from({ length: RATING_RANGE.max }, (_, index) => index + RATING_RANGE.min);

/** Radio buttons that look like stars, with the numbers below. */
export function RatingInput({
  name,
  label,
  value,
  error,
}: {
  name: string;
  label: string;
  value: string;
  error?: string | undefined;
}) {
  const { t } = usePage();
  return (
    <FieldGroup id={fieldId(name)} label={label} {...(error ? { error } : {})}>
      <div className="rating-input">
        {RATINGS.map((rating) => (
          <label key={rating}>
            <input
              type="radio"
              name={name}
              value={rating}
              defaultChecked={String(rating) === value}
              required
            />
            <span className="rating-input__star" aria-hidden="true">
              ★
            </span>
            <span aria-hidden="true">{rating}</span>
            <span className="visually-hidden">{t("general.rating.outOf", { value: rating })}</span>
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}
