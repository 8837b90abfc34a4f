import { ArrowDown, ArrowUp, CircleAlert, Trash2 } from "lucide-react";
import type { MouseEvent } from "react";
import { LISTING_BOUNDS } from "@/shared/schemas/listing";
import { Badge } from "@/ui/badge";
import { Button } from "@/ui/button";
import { TextField } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import type { FormPicture, PictureUploadState } from "./form-pictures";

type PictureCardProps = {
  picture: FormPicture;
  /** How the form names it; null for one that it leaves out. */
  reference: string | null;
  /** Its position, from 1. */
  n: number;
  isLast: boolean;
  /** The error of its description. */
  error?: string;
  isHydrated: boolean;
  onMove(by: -1 | 1): void;
  onRemove(): void;
  onRetry(): void;
};

/** A picture of the form with its description, upload state and buttons. */
export function PictureCard(props: PictureCardProps) {
  const { picture, reference, n, isLast, error, isHydrated } = props;
  const { t } = usePage();
  const button = (intent: keyof typeof ICONS, run: () => void) => (
    <PictureButton
      intent={intent}
      picture={picture}
      label={t(`listings.form.pictures.${intent}`, { n })}
      onClick={(event) => {
        if (!isHydrated) return;
        event.preventDefault();
        run();
      }}
    />
  );
  return (
    <li className="picture-list__item">
      <div className="picture-list__frame">
        <img
          className="picture-list__picture"
          src={picture.src}
          alt={picture.alt || t("general.gallery.jump", { n })}
        />
        {n === 1 ? <Badge>{t("listings.form.pictures.first")}</Badge> : null}
      </div>
      <div className="picture-list__description">
        {reference === null ? null : (
          <>
            <input type="hidden" name="picture" value={reference} />
            <TextField
              name={`alt.${reference}`}
              id={picture.stored ? undefined : `alt-${picture.key}`}
              label={t("listings.form.pictures.alt", { n })}
              help={n === 1 ? t("listings.form.pictures.altHelp") : undefined}
              value={picture.alt}
              maxLength={LISTING_BOUNDS.alt.max}
              error={error}
              optional
            />
          </>
        )}
        <div className="picture-list__upload">
          {picture.unstored ? (
            <UploadProgress upload={picture.unstored.upload} onRetry={props.onRetry} />
          ) : null}
        </div>
      </div>
      <span className="picture-list__actions">
        {n > 1 ? button("up", () => props.onMove(-1)) : null}
        {isLast ? null : button("down", () => props.onMove(1))}
        {button("remove", props.onRemove)}
      </span>
    </li>
  );
}

/** Takes the space of a picture's card while its file is checked, so that the buttons below do not move later. */
export function PictureCardPlaceholder({ n }: { n: number }) {
  const { t } = usePage();
  return (
    <li className="picture-list__placeholder" aria-hidden="true">
      <div className="picture-list__frame">
        <div className="picture-list__picture" />
      </div>
      <div className="picture-list__description">
        <div className="field">
          <span className="field__label">{t("listings.form.pictures.alt", { n })}</span>
          {n === 1 ? <div className="field__help">{t("listings.form.pictures.altHelp")}</div> : null}
          <span className="input" />
        </div>
        <div className="picture-list__upload" />
      </div>
    </li>
  );
}

function UploadProgress({ upload, onRetry }: { upload: PictureUploadState; onRetry(): void }) {
  const { t } = usePage();
  switch (upload.kind) {
    case "refused":
      return (
        <p className="field__error" role="alert">
          <CircleAlert size={16} aria-hidden="true" />
          {upload.text}
        </p>
      );
    case "sending":
      return (
        <progress
          className="upload__bar"
          max={100}
          value={upload.percent ?? undefined}
          aria-label={t("listings.form.pictures.sending", { percent: upload.percent ?? 0 })}
        />
      );
    case "stuck":
      return (
        <>
          <p className="muted small">{t("listings.form.pictures.stuck")}</p>
          <Button variant="secondary" size="small" onClick={onRetry}>
            {t("listings.form.pictures.retry")}
          </Button>
        </>
      );
    default:
      return <p className="muted small">{t(`listings.form.pictures.${upload.kind}`)}</p>;
  }
}

const ICONS = { up: ArrowUp, down: ArrowDown, remove: Trash2 };

type PictureButtonProps = {
  intent: keyof typeof ICONS;
  picture: FormPicture;
  label: string;
  onClick(event: MouseEvent): void;
};

function PictureButton({ intent, picture, label, onClick }: PictureButtonProps) {
  const Icon = ICONS[intent];
  return (
    <button
      type="submit"
      className="icon-button"
      name="intent"
      value={`${intent}:${picture.stored?.reference ?? ""}`}
      data-button={`${intent} ${picture.key}`}
      formNoValidate
      title={label}
      onClick={onClick}
    >
      <Icon size={20} aria-hidden="true" />
      <span className="visually-hidden">{label}</span>
    </button>
  );
}
