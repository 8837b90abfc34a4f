import { type County, countyName, SLOTS } from "@/shared/codes";
import { formatSlots } from "@/shared/format-slot";
import type { Translator } from "@/shared/i18n/translator";
import { formatDecimal, formatDegrees } from "@/shared/numbers";
import { type FormValues, LISTING_FIELDS, type ListingInput } from "@/shared/schemas/listing";
import { Button } from "@/ui/button";
import { DescriptionList } from "@/ui/description-list";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";

type Props = {
  saved: FormValues;
  typed: FormValues;
  /** Where the saved listing is edited. */
  editHref: string;
  /** Null without a script; then saving again keeps the typed text. */
  actions: { onKeepTyped(): void; onAcceptSaved(): void } | null;
};

/** Another writer saved the listing in the meantime: shows where the saved values differ from the typed ones. */
export function ListingConflictNotice({ saved, typed, editHref, actions }: Props) {
  const { t } = usePage();
  const different = LISTING_FIELDS.filter(
    (field) => toComparable(t, field, saved) !== toComparable(t, field, typed),
  );
  return (
    <Notice tone="warning" title={t("listings.conflict.title")} live>
      <p>
        {t("listings.conflict.text")} {actions ? t("listings.conflict.pause") : null}
      </p>
      <DescriptionList
        items={different.map((field) => ({
          term: t(`general.fields.${field}`),
          details: (
            <div className="stack stack--tight">
              <Version heading={t("listings.conflict.saved")} text={formatField(t, field, saved)} />
              <Version heading={t("listings.conflict.typed")} text={formatField(t, field, typed)} />
            </div>
          ),
        }))}
      />
      {actions ? (
        <p className="row">
          <Button variant="secondary" size="small" onClick={actions.onKeepTyped}>
            {t("listings.conflict.keepTyped")}
          </Button>
          <Button variant="quiet" size="small" onClick={actions.onAcceptSaved}>
            {t("listings.conflict.acceptSaved")}
          </Button>
        </p>
      ) : (
        <a href={editHref} target="_blank" rel="noopener">
          {t("listings.conflict.open")}
        </a>
      )}
    </Notice>
  );
}

const Version = ({ heading, text }: { heading: string; text: string }) => (
  <div>
    <p className="muted small">{heading}</p>
    <p className="pre-line">{text}</p>
  </div>
);

const toComparable = (t: Translator, field: keyof ListingInput, values: FormValues) =>
  formatField(t, field, values).replace(/\s+/g, " ").trim();

function formatField(t: Translator, field: keyof ListingInput, values: FormValues): string {
  const all = values[field] ?? [];
  const first = all[0] ?? "";
  const formatList = (codes: string) =>
    all
      .filter(Boolean)
      .sort()
      .map((code) => t(`general.${codes}.${code}`))
      .join(", ") || "–";
  switch (field) {
    case "subject":
      return first ? t(`general.subjects.${first}`) : "–";
    case "levels":
    case "locations":
    case "formats":
    case "languages":
      return formatList(field);
    case "availability":
      return (
        formatSlots(
          t,
          SLOTS.filter((slot) => all.includes(slot)),
        ) || "–"
      );
    case "trial":
      return first ? t(`general.trials.${first}`) : "–";
    case "county":
      return first ? countyName(first as County) : "–";
    case "online":
    case "receipt":
    case "parent_present":
      return t(first === "1" ? "general.common.yes" : "general.common.no");
    case "session_minutes":
      return t("general.common.minutes", { minutes: first || 60 });
    case "price":
      return formatDecimal(first, t.locale) || "–";
    case "point":
      return (
        ["latitude", "longitude"]
          .flatMap((axis) => formatDegrees(values[`point.${axis}`]?.[0] ?? "", t.locale) || [])
          .join("; ") || "–"
      );
    default:
      return first || "–";
  }
}
