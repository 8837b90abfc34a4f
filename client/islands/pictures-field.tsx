import { ArrowLeft, Trash2 } from "lucide-react";
import { type ChangeEvent, type MouseEvent, useEffect, useRef, useState } from "react";
import { LISTING_BOUNDS } from "@/shared/schemas/listing";
import { Badge } from "@/ui/badge";
import { FileField, fieldId } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import { type ChosenPicture, choosePictures, putIntoInput } from "./chosen-pictures";

/** A picture that the server holds already, for this listing or for this form. */
export type StoredPictureView = { id: string; src: string; width: number; height: number };

type Item = { key: string; src: string; stored?: StoredPictureView; chosen?: ChosenPicture };

const asItems = (pictures: readonly StoredPictureView[]): Item[] =>
  pictures.map((stored) => ({ key: stored.id, src: stored.src, stored }));

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
  const [items, setItems] = useState<Item[]>(() => asItems(pictures));
  const list = useRef<HTMLUListElement>(null);
  const input = () => document.getElementById(fieldId("pictures")) as HTMLInputElement | null;

  /** The list is the truth; the file input is brought in line with it, as it is what the form sends. */
  const change = (next: Item[]) => {
    setItems(next);
    const field = input();
    if (field)
      putIntoInput(
        field,
        next.flatMap((item) => item.chosen ?? []),
      );
  };
  const take = async (files: readonly File[]) => {
    const { chosen, problem } = await choosePictures(t, files, LISTING_BOUNDS.pictures - items.length);
    onProblem(problem);
    change([...items, ...chosen.map((one) => ({ key: one.url, src: one.url, chosen: one }))]);
  };

  // biome-ignore lint/correctness/useExhaustiveDependencies: once, for files that were chosen before the script came
  useEffect(() => {
    const early = [...(input()?.files ?? [])];
    if (early.length > 0) void take(early);
  }, []);

  const onChoose = (event: ChangeEvent<HTMLInputElement>) => {
    const known = new Set(items.map((item) => item.chosen?.file));
    void take([...(event.target.files ?? [])].filter((file) => !known.has(file)));
  };
  const act = (event: MouseEvent, next: Item[]) => {
    event.preventDefault();
    change(next);
    list.current?.focus();
  };
  let files = 0;

  return (
    <>
      <div onChange={onChoose}>
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
                    onClick={(event) => act(event, swapped(items, index))}
                  />
                ) : null}
                <PictureButton
                  intent="remove"
                  item={item}
                  label={t("listings.form.pictures.remove", { n: index + 1 })}
                  onClick={(event) =>
                    act(
                      event,
                      items.filter((one) => one !== item),
                    )
                  }
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
  item: Item;
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

/** The list with one picture moved a place towards the front. */
function swapped(items: Item[], index: number): Item[] {
  const next = [...items];
  const [moved] = next.splice(index, 1);
  if (moved) next.splice(index - 1, 0, moved);
  return next;
}
