import { type DragEvent, useEffect, useRef, useState } from "react";
import { LISTING_BOUNDS } from "@/shared/schemas/listing";
import { FileField, type FormErrors, fieldId, SubmitButton } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import { PictureCard } from "./picture-card";
import { placesOf } from "./picture-items";
import type { usePictures } from "./use-pictures";

/**
 * Up to five ordered pictures; the card shows the first. Without script the buttons send the form, which comes back
 * changed. With script they act immediately, files may be dropped, and uploads run in the background.
 */
export function PicturesField({
  pictures,
  errors,
  live,
}: {
  pictures: ReturnType<typeof usePictures>;
  errors: FormErrors;
  /** Whether a script is at work. */
  live: boolean;
}) {
  const { t } = usePage();
  const { items } = pictures;
  const list = useRef<HTMLUListElement>(null);
  const [over, setOver] = useState(false);
  const [said, setSaid] = useState("");
  /** The button to focus once the list is in its new order: keyboard focus stays with the picture. */
  const next = useRef<string[]>([]);
  const places = placesOf(items);

  useEffect(() => {
    if (next.current.length === 0) return;
    const wanted = next.current.map((value) =>
      list.current?.querySelector<HTMLElement>(`[data-button="${value}"]`),
    );
    next.current = [];
    (wanted.find(Boolean) ?? document.getElementById(fieldId("pictures")))?.focus();
  });

  const move = (key: string, by: -1 | 1) => {
    const at = items.findIndex((item) => item.key === key) + by;
    next.current = (by < 0 ? ["up", "down"] : ["down", "up"]).map((way) => `${way} ${key}`);
    pictures.move(key, by);
    setSaid(t("listings.form.pictures.moved", { n: at + 1, count: items.length }));
  };
  const remove = (key: string) => {
    const at = items.findIndex((item) => item.key === key);
    const neighbour = items[at + 1] ?? items[at - 1];
    next.current = [neighbour ? `remove ${neighbour.key}` : "none"];
    pictures.remove(key);
    setSaid(t("listings.form.pictures.removed"));
  };
  const onDrop = (event: DragEvent) => {
    if (!live) return;
    event.preventDefault();
    setOver(false);
    pictures.take([...event.dataTransfer.files]);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: dropping is a second way; the field itself is the first
    <div
      className={over ? "picture-drop picture-drop--over" : "picture-drop"}
      onDragOver={(event) => {
        if (!live || !event.dataTransfer.types.includes("Files")) return;
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
    >
      <div onChange={() => pictures.take()}>
        <FileField
          name="pictures"
          label={t("listings.form.pictures.label")}
          help={t("listings.form.pictures.help", { most: LISTING_BOUNDS.pictures })}
          error={errors.pictures}
          optional
          multiple
        />
      </div>
      {live ? (
        <p className="muted small picture-drop__hint">{t("listings.form.pictures.drop")}</p>
      ) : (
        <p>
          <SubmitButton variant="secondary" name="intent" value="show" formNoValidate>
            {t("listings.form.pictures.add")}
          </SubmitButton>
        </p>
      )}
      {items.length > 0 ? (
        <ul className="picture-list" ref={list} aria-label={t("listings.form.pictures.list")}>
          {items.map((item, index) => (
            <PictureCard
              key={item.key}
              item={item}
              place={places[index] ?? null}
              n={index + 1}
              last={index === items.length - 1}
              error={errors[`alt.${item.stored?.place}`]}
              live={live}
              move={(by) => move(item.key, by)}
              remove={() => remove(item.key)}
              retry={() => pictures.retry(item.key)}
            />
          ))}
        </ul>
      ) : null}
      <p className="visually-hidden" role="status">
        {said}
      </p>
    </div>
  );
}
