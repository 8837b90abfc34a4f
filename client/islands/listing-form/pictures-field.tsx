import { type DragEvent, useEffect, useRef, useState } from "react";
import { ACCEPTED_WITH_SCRIPT } from "@/shared/picture-limits";
import { LISTING_BOUNDS } from "@/shared/schemas/listing";
import { FileField, type FormErrors, fieldId, SubmitButton } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import { listReferences } from "./form-pictures";
import { PictureCard, PictureCardPlaceholder } from "./picture-card";
import type { usePictures } from "./use-pictures";

type Props = {
  pictures: ReturnType<typeof usePictures>;
  errors: FormErrors;
  /** Whether the script runs. */
  isHydrated: boolean;
};

/**
 * Up to five ordered pictures; the listing's card shows the first. Without a script the buttons submit the form, which
 * the server returns changed. With it they act immediately, files may be dropped, and uploads run in the background.
 */
export function PicturesField({ pictures, errors, isHydrated }: Props) {
  const { t } = usePage();
  const { items, checkingCount } = pictures;
  const list = useRef<HTMLUListElement>(null);
  const [isDragOver, setIsDragOver] = useState(false);
  const [status, setStatus] = useState("");
  /** Buttons to focus after the next render, the first that exists: keyboard focus stays with the picture. */
  const nextFocus = useRef<string[]>([]);
  const references = listReferences(items);

  useEffect(() => {
    if (nextFocus.current.length === 0) return;
    const buttons = nextFocus.current.map((name) =>
      list.current?.querySelector<HTMLElement>(`[data-button="${name}"]`),
    );
    nextFocus.current = [];
    (buttons.find(Boolean) ?? document.getElementById(fieldId("pictures")))?.focus();
  });

  const move = (key: string, by: -1 | 1) => {
    const position = items.findIndex((item) => item.key === key) + by + 1;
    nextFocus.current = (by < 0 ? ["up", "down"] : ["down", "up"]).map((intent) => `${intent} ${key}`);
    pictures.move(key, by);
    setStatus(t("listings.form.pictures.moved", { n: position, count: items.length }));
  };
  const remove = (key: string) => {
    const index = items.findIndex((item) => item.key === key);
    const neighbor = items[index + 1] ?? items[index - 1];
    nextFocus.current = [neighbor ? `remove ${neighbor.key}` : "none"];
    pictures.remove(key);
    setStatus(t("listings.form.pictures.removed"));
  };
  const onDragOver = (event: DragEvent) => {
    if (!isHydrated || !event.dataTransfer.types.includes("Files")) return;
    event.preventDefault();
    setIsDragOver(true);
  };
  const onDrop = (event: DragEvent) => {
    if (!isHydrated) return;
    event.preventDefault();
    setIsDragOver(false);
    pictures.add([...event.dataTransfer.files]);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: files can also be chosen in the field
    <div
      className={isDragOver ? "picture-drop picture-drop--over" : "picture-drop"}
      onDragOver={onDragOver}
      onDragLeave={() => setIsDragOver(false)}
      onDrop={onDrop}
    >
      <FileField
        name="pictures"
        label={t("listings.form.pictures.label")}
        help={t("listings.form.pictures.help", { max: LISTING_BOUNDS.pictures })}
        error={errors.pictures}
        accept={isHydrated ? ACCEPTED_WITH_SCRIPT : undefined}
        button={t("listings.form.pictures.choose")}
        onChange={() => pictures.add()}
        optional
        multiple
      />
      <p className="muted small needs-script picture-drop__hint">{t("listings.form.pictures.drop")}</p>
      <p className="needs-no-script">
        <SubmitButton variant="secondary" name="intent" value="show" formNoValidate>
          {t("listings.form.pictures.add")}
        </SubmitButton>
      </p>
      {items.length + checkingCount > 0 ? (
        <ul className="picture-list" ref={list} aria-label={t("listings.form.pictures.list")}>
          {items.map((item, index) => (
            <PictureCard
              key={item.key}
              picture={item}
              reference={references[index] ?? null}
              n={index + 1}
              isLast={index === items.length - 1}
              error={errors[`alt.${item.stored?.reference}`]}
              isHydrated={isHydrated}
              onMove={(by) => move(item.key, by)}
              onRemove={() => remove(item.key)}
              onRetry={() => pictures.retry(item.key)}
            />
          ))}
          {Array.from({ length: checkingCount }, (_, index) => items.length + index + 1).map((n) => (
            <PictureCardPlaceholder key={n} n={n} />
          ))}
        </ul>
      ) : null}
      <p className="visually-hidden" role="status">
        {status}
      </p>
    </div>
  );
}
