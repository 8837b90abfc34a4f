import { countyName } from "@/shared/codes";
import type { Translator } from "@/shared/i18n/translator";
import type { FormValues } from "@/shared/schemas/listing";
import { DescriptionList } from "@/ui/description-list";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { formValuesOf } from "./form-values";
import type { ListingDetails } from "./queries";

const FIELDS = [
  "subject",
  "levels",
  "title",
  "description",
  "county",
  "neighbourhood",
  "locations",
  "online",
  "price",
  "session_minutes",
] as const;
type Field = (typeof FIELDS)[number];

/** After somebody else saved: what stands there now, field by field where it differs from what was typed. */
export function SavedMeanwhile({ saved, typed }: { saved: ListingDetails; typed: FormValues }) {
  const { t } = usePage();
  const stored = formValuesOf(saved);
  const same = (field: Field) => clean(stored[field]) === clean(typed[field]);
  return (
    <Notice tone="warning" title={t("listings.stale.title")} live>
      <p>{t("listings.stale.text")}</p>
      <DescriptionList
        items={FIELDS.filter((field) => !same(field)).map((field) => ({
          term: t(`general.fields.${field}`),
          details: <span className="pre-line">{inWords(t, field, saved)}</span>,
        }))}
      />
    </Notice>
  );
}

const clean = (values: readonly string[] = []) => values.join("\n").replace(/\s+/g, " ").trim();

function inWords(t: Translator, field: Field, saved: ListingDetails): string {
  switch (field) {
    case "subject":
      return t(`general.subjects.${saved.subject}`);
    case "levels":
      return saved.levels.map((level) => t(`general.levels.${level}`)).join(", ") || "–";
    case "locations":
      return saved.locations.map((place) => t(`general.locations.${place}`)).join(", ") || "–";
    case "county":
      return saved.county ? countyName(saved.county) : "–";
    case "online":
      return t(saved.online ? "general.words.yes" : "general.words.no");
    case "session_minutes":
      return t("general.words.minutes", { minutes: saved.sessionMinutes });
    default:
      return formValuesOf(saved)[field]?.[0] || "–";
  }
}
