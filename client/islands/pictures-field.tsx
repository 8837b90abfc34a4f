import { ArrowLeft, Trash2 } from "lucide-react";
import { type MouseEvent, useRef } from "react";
import { LISTING_BOUNDS } from "@/shared/schemas/listing";
import { Badge } from "@/ui/badge";
import { FileField, fieldId } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import { type PictureItem, type StoredPictureView, usePictures } from "./use-pictures";

/**
 * Up to five pictures in an order, the first of which stands on the card. Without script the buttons send the form,
 * which comes back changed; with it they act at once, and new pictures are seen before they are sent.
 */
export function PicturesField({
  pictures,
  error,
  onProblem,
}: {
  pictures: readonly StoredPictureView[];
  error?: string;
  /** What is wrong with the files just chosen, in words; null when nothing is. */
  onProblem(text: string | null): void;
}) {
  const { t } = usePage();
  const list = useRef<HTMLUListElement>(null);
  const input = () => document.getElementById(fieldId("pictures")) as HTMLInputElement | null;
  const { items, take, remove, moveUp } = usePictures(t, pictures, input, onProblem);

  const act = (event: MouseEvent, deed: () => void) => {
    event.preventDefault();
    deed();
    list.current?.focus();
  };
  let files = 0;

  return (
    <>
      <div onChange={take}>
        <FileField
          name="pictures"
          label={t("listings.form.pictures.label")}
          help={t("listings.form.pictures.help", { most: LISTING_BOUNDS.pictures })}
          error={error}
          optional
          multiple
        />
      </div>
      {items.length > 0 ? (
        <ul className="picture-list" ref={list} tabIndex={-1} aria-label={t("listings.form.pictures.list")}>
          {items.map((item, index) => (
            <li key={item.key} className="picture-list__item">
              <img
                className="picture-list__picture"
                src={item.src}
                alt={t("general.gallery.jump", { n: index + 1 })}
              />
              {index === 0 ? <Badge>{t("listings.form.pictures.first")}</Badge> : null}
              <input type="hidden" name="picture" value={item.stored ? item.stored.id : `new:${files++}`} />
              <span className="picture-list__actions">
                {index > 0 ? (
                  <PictureButton
                    intent="up"
                    item={item}
                    label={t("listings.form.pictures.up", { n: index + 1 })}
                    onClick={(event) => act(event, () => moveUp(item.key))}
                  />
                ) : null}
                <PictureButton
                  intent="remove"
                  item={item}
                  label={t("listings.form.pictures.remove", { n: index + 1 })}
                  onClick={(event) => act(event, () => remove(item.key))}
                />
              </span>
            </li>
          ))}
        </ul>
      ) : null}
    </>
  );
}

const ICONS = { up: ArrowLeft, remove: Trash2 };

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
      value={`${intent}:${item.key}`}
      formNoValidate
      title={label}
      onClick={onClick}
    >
      <Icon size={20} aria-hidden="true" />
      <span className="visually-hidden">{label}</span>
    </button>
  );
}
