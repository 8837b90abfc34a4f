import { type County, countyName } from "@/shared/codes";
import { formatDegrees } from "@/shared/degrees";
import type { Translator } from "@/shared/i18n/translator";
import type { FormValues } from "@/shared/schemas/listing";
import { Button } from "@/ui/button";
import { DescriptionList } from "@/ui/description-list";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";

const FIELDS = [
  "subject",
  "levels",
  "title",
  "description",
  "county",
  "neighbourhood",
  "point",
  "locations",
  "online",
  "price",
  "session_minutes",
] as const;
type Field = (typeof FIELDS)[number];

type Props = {
  saved: FormValues;
  typed: FormValues;
  /** Where the saved listing is edited. */
  editHref: string;
  /** Actions for the choice; null without script, when saving again keeps the typed text. */
  choose: { keepMine(): void; takeSaved(): void } | null;
};

/** Shown after another writer saved: the saved values next to the typed ones, for each field that differs. */
export function SavedMeanwhile({ saved, typed, editHref, choose }: Props) {
  const { t } = usePage();
  const differ = FIELDS.filter((field) => plain(t, field, saved) !== plain(t, field, typed));
  return (
    <Notice tone="warning" title={t("listings.stale.title")} live>
      <p>
        {t("listings.stale.text")} {choose ? t("listings.stale.pause") : null}
      </p>
      <DescriptionList
        items={differ.map((field) => ({
          term: t(`general.fields.${field}`),
          details: (
            <div className="stack stack--tight">
              <Text heading={t("listings.stale.saved")} text={inWords(t, field, saved)} />
              <Text heading={t("listings.stale.mine")} text={inWords(t, field, typed)} />
            </div>
          ),
        }))}
      />
      {choose ? (
        <p className="row">
          <Button variant="secondary" size="small" onClick={choose.keepMine}>
            {t("listings.stale.keepMine")}
          </Button>
          <Button variant="quiet" size="small" onClick={choose.takeSaved}>
            {t("listings.stale.takeSaved")}
          </Button>
        </p>
      ) : (
        <a href={editHref} target="_blank" rel="noopener">
          {t("listings.stale.open")}
        </a>
      )}
    </Notice>
  );
}

const Text = ({ heading, text }: { heading: string; text: string }) => (
  <div>
    <p className="muted small">{heading}</p>
    <p className="pre-line">{text}</p>
  </div>
);

const plain = (t: Translator, field: Field, values: FormValues) =>
  inWords(t, field, values).replace(/\s+/g, " ").trim();

function inWords(t: Translator, field: Field, values: FormValues): string {
  const all = values[field] ?? [];
  const first = all[0] ?? "";
  const listed = (codes: string) =>
    [...all]
      .sort()
      .map((code) => t(`general.${codes}.${code}`))
      .join(", ") || "–";
  switch (field) {
    case "subject":
      return first ? t(`general.subjects.${first}`) : "–";
    case "levels":
      return listed("levels");
    case "locations":
      return listed("locations");
    case "county":
      return first ? countyName(first as County) : "–";
    case "online":
      return t(first === "1" ? "general.words.yes" : "general.words.no");
    case "session_minutes":
      return t("general.words.minutes", { minutes: first || 60 });
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
