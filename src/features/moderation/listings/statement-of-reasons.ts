import type { DecisionOrigin, ListingRestriction, ModerationReason } from "@/shared/codes";
import type { Translator } from "@/shared/i18n/translator";

/** A decision that restricts a listing, as its statement of reasons tells it. */
export type Restriction = {
  restriction: ListingRestriction;
  /** The main reason first. */
  reasons: readonly ModerationReason[];
  /** The admin's explanation. */
  text: string;
  origin: DecisionOrigin;
};

/** The names of reasons, in one line. */
export const formatReasons = (t: Translator, reasons: readonly ModerationReason[]): string =>
  reasons.map((code) => t(`general.moderationReasons.${code}`)).join("; ");

/**
 * The statement of reasons (Regulation (EU) 2022/2065, art. 17 (3)) as terms with their details: what is restricted, the
 * facts, the rule, whether a rule found it automatically, and the ways to object.
 */
export const listStatementRows = (t: Translator, { restriction, reasons, text, origin }: Restriction) =>
  [
    { name: "restricted", details: t(`moderation.statement.restrictions.${restriction}`) },
    { name: "facts", details: `${formatReasons(t, reasons)}. ${text}` },
    {
      name: "rule",
      details: [...new Set(reasons.map((code) => t(`moderation.statement.rules.${code}`)))].join(" "),
    },
    { name: "found", details: t(`moderation.statement.origins.${origin}`) },
    { name: "redress", details: t("moderation.statement.redress") },
  ].map(({ name, details }) => ({ term: t(`moderation.statement.terms.${name}`), details }));
