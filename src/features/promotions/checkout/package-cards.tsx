import type { ReactNode } from "react";
import { Badge } from "@/ui/badge";
import { FieldGroup, fieldId } from "@/ui/form/field";
import { Money } from "@/ui/money";

export type PackageOption = {
  /** The form's value. */
  value: string;
  title: ReactNode;
  /** Bani, VAT included. */
  price: number;
  /** Small print below the price: per day, VAT. */
  priceNote?: ReactNode;
  /** The package's benefits. */
  points: readonly string[];
  /** A label such as "Most chosen"; only if it is true. */
  label?: string;
  /** Why the package can't be chosen now; it is then disabled. */
  unavailable?: ReactNode;
};

/** Packages as cards that are radio buttons. */
export function PackageCards({
  name,
  legend,
  options,
  value,
  help,
  error,
}: {
  name: string;
  legend: ReactNode;
  options: readonly PackageOption[];
  value?: string | null;
  help?: ReactNode;
  error?: string | undefined;
}) {
  return (
    <FieldGroup id={fieldId(name)} label={legend} help={help} error={error}>
      <div className="packages">
        {options.map((option) => (
          <label key={option.value} className="package">
            <input
              className="package__input"
              type="radio"
              name={name}
              value={option.value}
              defaultChecked={option.value === value && !option.unavailable}
              disabled={Boolean(option.unavailable)}
              required
            />
            <span className="package__body">
              <span className="package__title">{option.title}</span>
              <span className="row">
                <span className="package__price">
                  <Money bani={option.price} />
                </span>
                {option.label ? <Badge tone="positive">{option.label}</Badge> : null}
              </span>
              {option.priceNote ? <span className="package__note">{option.priceNote}</span> : null}
              <span className="package__points">
                {option.points.map((point) => (
                  <span key={point} className="package__point">
                    {point}
                  </span>
                ))}
              </span>
              {option.unavailable ? <span className="package__unavailable">{option.unavailable}</span> : null}
            </span>
          </label>
        ))}
      </div>
    </FieldGroup>
  );
}
