import { ArrowDown, ArrowUp, CircleAlert, Trash2 } from "lucide-react";
import type { MouseEvent } from "react";
import { LISTING_BOUNDS } from "@/shared/schemas/listing";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { TextField } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import type { Journey, PictureItem } from "./picture-items";

type CardProps = {
  item: PictureItem;
  /** How the form names it; null for one that it leaves out. */
  place: string | null;
  /** Which of the pictures it is, from 1. */
  n: number;
  last: boolean;
  /** What is wrong with its words. */
  error?: string;
  live: boolean;
  move(by: -1 | 1): void;
  remove(): void;
  retry(): void;
};

/** One picture: what it looks like, what it shows in words, how far it has come, and what can be done with it. */
export function PictureCard({ item, place, n, last, error, live, move, remove, retry }: CardProps) {
  const { t } = usePage();
  const act = (run: () => void) => (event: MouseEvent) => {
    if (!live) return;
    event.preventDefault();
    run();
  };
  const button = (intent: keyof typeof ICONS, run: () => void) => (
    <PictureButton
      intent={intent}
      item={item}
      label={t(`listings.form.pictures.${intent}`, { n })}
      onClick={act(run)}
    />
  );
  return (
    <li className="picture-list__item">
      <div className="picture-list__frame">
        <img
          className="picture-list__picture"
          src={item.src}
          alt={item.alt || t("general.gallery.jump", { n })}
        />
        {n === 1 ? <Badge>{t("listings.form.pictures.first")}</Badge> : null}
      </div>
      <div className="picture-list__words">
        {place === null ? null : (
          <>
            <input type="hidden" name="picture" value={place} />
            <TextField
              name={`alt.${place}`}
              id={item.stored ? undefined : `alt-${item.key}`}
              label={t("listings.form.pictures.alt", { n })}
              help={n === 1 ? t("listings.form.pictures.altHelp") : undefined}
              value={item.alt}
              maxLength={LISTING_BOUNDS.alt.maximum}
              error={error}
              optional
            />
          </>
        )}
        {item.chosen ? <Way journey={item.chosen.journey} retry={retry} /> : null}
      </div>
      <span className="picture-list__actions">
        {n > 1 ? button("up", () => move(-1)) : null}
        {last ? null : button("down", () => move(1))}
        {button("remove", remove)}
      </span>
    </li>
  );
}

/** The upload state of a picture. */
function Way({ journey, retry }: { journey: Journey; retry(): void }) {
  const { t } = usePage();
  const { kind } = journey;
  if (kind === "refused") {
    return (
      <p className="field__error picture-list__way" role="alert">
        <CircleAlert size={16} aria-hidden="true" />
        {journey.text}
      </p>
    );
  }
  const percent = kind === "sending" ? journey.percent : null;
  return (
    <div className="picture-list__way">
      {kind === "sending" ? (
        <progress
          className="upload__bar"
          max={100}
          value={percent ?? undefined}
          aria-label={t("listings.form.pictures.sending", { percent: percent ?? 0 })}
        />
      ) : (
        <p className="muted small">{t(`listings.form.pictures.${kind}`)}</p>
      )}
      {kind === "stuck" ? (
        <Button variant="secondary" size="small" onClick={retry}>
          {t("listings.form.pictures.retry")}
        </Button>
      ) : null}
    </div>
  );
}

const ICONS = { up: ArrowUp, down: ArrowDown, remove: Trash2 };

function PictureButton({
  intent,
  item,
  label,
  onClick,
}: {
  intent: keyof typeof ICONS;
  item: PictureItem;
  label: string;
  onClick(event: MouseEvent): void;
}) {
  const Icon = ICONS[intent];
  return (
    <button
      type="submit"
      className="icon-button"
      name="intent"
      value={`${intent}:${item.stored?.place ?? ""}`}
      data-button={`${intent} ${item.key}`}
      formNoValidate
      title={label}
      onClick={onClick}
    >
      <Icon size={20} aria-hidden="true" />
      <span className="visually-hidden">{label}</span>
    </button>
  );
}
