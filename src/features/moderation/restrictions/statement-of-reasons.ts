import type { DecisionOrigin, ListingRestriction, ModerationReason } from "@/shared/codes";
import type { Translator } from "@/shared/i18n/translator";

/** A decision that restricts a listing, as its statement of reasons tells it. */
export type Restriction = {
  restriction: ListingRestriction;
  /** The main reason first. */
  reasons: readonly ModerationReason[];
  /** The admin's explanation. */
  text: string;
};

/** The names of reasons, in one line. */
export const formatReasons = (t: Translator, reasons: readonly ModerationReason[]): string =>
  reasons.map((code) => t(`general.moderationReasons.${code}`)).join("; ");

/**
 * The statement of reasons (Regulation (EU) 2022/2065, art. 17 (3)) as terms with their details: what is restricted, the
 * facts, the rule, whether a rule found it automatically, and the ways to object. `found` has what led to the decision,
 * with the titles of several listings.
 */
export function listStatementRows(
  t: Translator,
  { restriction, reasons, text }: Restriction,
  found: readonly { origin: DecisionOrigin; title?: string }[],
) {
  const toTerm = (name: string) => t(`moderation.statement.terms.${name}`);
  return [
    { term: toTerm("restricted"), details: t(`moderation.statement.restrictions.${restriction}`) },
    { term: toTerm("facts"), details: `${formatReasons(t, reasons)}. ${text}` },
    {
      term: toTerm("rule"),
      details: [...new Set(reasons.map((code) => t(`moderation.statement.rules.${code}`)))].join(" "),
    },
    ...found.map(({ origin, title }) => ({
      term: title === undefined ? toTerm("found") : `${toTerm("found")}: ${title}`,
      details: t(`moderation.statement.origins.${origin}`),
    })),
    { term: toTerm("redress"), details: t("moderation.statement.redress") },
  ];
}
