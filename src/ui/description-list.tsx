import type { ReactNode } from "react";

export type Description = {
  term: ReactNode;
  details: ReactNode;
  /** Only where two terms may read alike. */
  key?: string;
  /** Whether the row stands out. */
  isMarked?: boolean;
};

/**
 * A list of terms and details; rows with empty details are left out. `numbers`: short details, at the end of the row.
 * `compact`: also on a phone, the details are next to their term.
 */
export function DescriptionList({
  items,
  numbers,
  compact,
}: {
  items: readonly (Description | null | false)[];
  numbers?: boolean;
  compact?: boolean;
}) {
  const modifier = numbers ? " description-list--numbers" : compact ? " description-list--compact" : "";
  return (
    <dl className={`description-list${modifier}`}>
      {items.map((item, index) =>
        item && item.details !== null && item.details !== undefined && item.details !== "" ? (
          <div
            className={
              item.isMarked ? "description-list__row description-list__row--marked" : "description-list__row"
            }
            key={item.key ?? (typeof item.term === "string" ? item.term : index)}
          >
            <dt className="description-list__term">{item.term}</dt>
            <dd>{item.details}</dd>
          </div>
        ) : null,
      )}
    </dl>
  );
}
