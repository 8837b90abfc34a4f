import { readFormValues } from "@client/drafts/form-values";
import { toListingContent } from "@client/drafts/written";
import { type FocusEvent, type FormEvent, useEffect, useRef, useState } from "react";
import { formatDegrees } from "@/shared/degrees";
import type { Point } from "@/shared/geo";
import { paths } from "@/shared/paths";
import { type FormValues, toListingForm } from "@/shared/schemas/listing";
import type { OwnListingJson } from "@/shared/schemas/listing-json";
import { ErrorSummary, type FormErrors, fieldId } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import { DraftNotices } from "./draft-notices";
import { FormActions, UnseenSubmit } from "./form-actions";
import { errorsOf, fillListingForm, writtenOfForm } from "./listing-form-check";
import { PlaceSection, PriceSection, SubjectSection, TextSection } from "./listing-form-sections";
import type { StoredPictureView } from "./picture-items";
import { PicturesField } from "./pictures-field";
import { PointField } from "./point-field";
import { SaveStatus } from "./save-status";
import { picturePathOf, picturesAt, picturesNamed } from "./stored-pictures";
import { useDrafts } from "./use-drafts";
import { usePictures } from "./use-pictures";
import { useSubmit } from "./use-submit";

export type ListingFormProps = {
  /** Where the form goes, in the page's locale. */
  action: string;
  id: string;
  /** The version that is being edited; null for a listing that is not saved yet. */
  version: number | null;
  /** The initial values of the fields. */
  values: FormValues;
  /** What is saved, with its pictures in order; null for a listing that is not. */
  saved: { values: FormValues; images: readonly { path: string; alt: string }[] } | null;
  /** Whether the values were sent and came back unsaved. */
  typed: boolean;
  /** Whether the values came back because another writer saved meanwhile. */
  stale: boolean;
  errors: FormErrors;
  /** What is wrong with the whole of it, in words. */
  message: string | null;
  pictures: readonly StoredPictureView[];
  /** Whether the form may also be saved as a draft. */
  draft: boolean;
  /** Key of the main button's text, under `listings.form.submit`. */
  submit: "publish" | "review" | "save" | "resubmit";
  /** Whether there is a revision, which may be discarded. */
  keep: boolean;
};

/**
 * The form of a listing. It works as plain HTML. Once hydrated, it checks each field on blur by the server's schema,
 * shows the hourly price, uploads pictures in the background and saves drafts. It is sent as a plain form.
 */
export function ListingForm(props: ListingFormProps) {
  const { t, locale, url, visitor } = usePage();
  const form = useRef<HTMLFormElement>(null);
  const [live, setLive] = useState(false);
  const [errors, setErrors] = useState<FormErrors>(props.errors);
  const [values, setValues] = useState<FormValues>(props.values);
  const [refused, setRefused] = useState(0);

  const fileAt = (place: string) =>
    pictures.now().find(({ stored }) => stored?.place === place)?.stored?.file;
  const drafts = useDrafts({
    form,
    account: visitor?.id ?? "",
    id: props.id,
    version: props.version,
    initial: props.values,
    saved: props.saved && writtenOfSaved(props.saved),
    draft: props.draft,
    typed: props.typed,
    stale: props.stale,
    editHref: (id) => url(paths.editListing(id)),
    read: (now, id) =>
      writtenOfForm(now, (place) => {
        const file = fileAt(place);
        return file === undefined ? null : picturePathOf(id, file);
      }),
    fill: (now, id) => show(now, picturesNamed(now, id, props.pictures)),
    take(content: OwnListingJson) {
      const { listing, images } = toListingContent(content);
      show(toListingForm(listing), picturesAt(content._id, images));
    },
    onSaved: () => pictures.sendNext(),
  });

  const pictures = usePictures({
    t,
    pictures: props.pictures,
    input: () => document.getElementById(fieldId("pictures")) as HTMLInputElement | null,
    pathOf: (name) => (drafts.isSaved() ? picturePathOf(drafts.id, `${name}.jpg`) : null),
    onProblem: (text) => setErrors(({ pictures: _, ...rest }) => (text ? { ...rest, pictures: text } : rest)),
    onChange: () => {
      touched();
      if (!drafts.isSaved()) drafts.saveNow();
    },
  });

  const show = (now: FormValues, views: readonly StoredPictureView[]) => {
    if (!form.current) return;
    fillListingForm(form.current, now, locale);
    pictures.show(views);
    setValues(now);
    setErrors({});
  };

  useEffect(() => {
    if (!form.current) return;
    // From here on the page speaks for itself, in its own words; without script the browser does.
    form.current.noValidate = true;
    setValues(readFormValues(form.current));
    setLive(true);
  }, []);
  useEffect(() => {
    if (refused > 0) document.getElementById("error-summary")?.focus();
  }, [refused]);

  /** One field's error by the values of now; the others stay as they were. */
  const checkField = (name: string, now: FormValues) => {
    const found = errorsOf(t, now, true)[name];
    setErrors(({ [name]: _, ...rest }) => (found ? { ...rest, [name]: found } : rest));
  };

  const onChange = (event: FormEvent<HTMLFormElement>) => {
    const now = readFormValues(event.currentTarget);
    setValues(now);
    const name = fieldOf(event.target);
    if (name && name in errors) checkField(name, now);
    if ((event.target as HTMLInputElement).type !== "file") touched();
  };

  const onBlur = (event: FocusEvent<HTMLFormElement>) => {
    const name = fieldOf(event.target);
    // Leaving a box for another of its group is not leaving the group; an untouched field is not scolded in passing.
    if (!name || name === fieldOf(event.relatedTarget)) return;
    const now = readFormValues(event.currentTarget);
    if (name in errors || (now[name] ?? []).some((value) => value.trim() !== "")) checkField(name, now);
  };

  const setPoint = (point: Point | null) => {
    if (!form.current) return;
    for (const axis of ["latitude", "longitude"] as const) {
      const field = form.current.elements.namedItem(`point.${axis}`);
      if (field instanceof HTMLInputElement) {
        field.value = point ? formatDegrees(String(point[axis]), locale) : "";
      }
    }
    const now = readFormValues(form.current);
    setValues(now);
    const found = errorsOf(t, now, true);
    setErrors(({ point: _, "point.latitude": _y, "point.longitude": _x, ...rest }) => ({
      ...rest,
      ...Object.fromEntries(Object.entries(found).filter(([name]) => name.startsWith("point"))),
    }));
    touched();
  };

  const { onSubmit, typed } = useSubmit({
    check(element, intent) {
      // Keeping the published text discards the typed one, valid or not, and saves nothing else.
      const found = intent === "keep" ? {} : errorsOf(t, readFormValues(element), intent === "submit");
      if (Object.keys(found).length === 0) return true;
      setErrors(found);
      setRefused((times) => times + 1);
      return false;
    },
    isBusy: drafts.isBusy,
    close: drafts.close,
    reopen: drafts.reopen,
    onSent(intent) {
      if (intent === "submit" || intent === "draft") drafts.markFormSent();
    },
  });
  /** Something of what the form would save is another. */
  const touched = () => {
    typed();
    drafts.touched();
  };

  const labels = Object.fromEntries([
    ...(["latitude", "longitude"] as const).map((axis) => [
      `point.${axis}`,
      t(`listings.form.point.${axis}`),
    ]),
    ...pictures.items.map(({ stored }, index) => [
      `alt.${stored?.place}`,
      t("listings.form.pictures.alt", { n: index + 1 }),
    ]),
  ]);

  return (
    <form
      ref={form}
      className="form"
      method="post"
      action={props.action}
      encType="multipart/form-data"
      onChange={onChange}
      onBlur={onBlur}
      onSubmit={onSubmit}
    >
      <UnseenSubmit submit={props.submit} />
      <input type="hidden" name="id" value={drafts.id} />
      <input type="hidden" name="version" value={drafts.version ?? ""} />
      <ErrorSummary errors={errors} message={props.message} labels={labels} />
      <DraftNotices drafts={drafts} typed={values} live={live} />
      <SubjectSection values={props.values} errors={errors} />
      <TextSection values={props.values} errors={errors} />
      <PlaceSection values={props.values} errors={errors}>
        <PointField values={props.values} now={values} errors={errors} live={live} set={setPoint} />
      </PlaceSection>
      <PriceSection values={props.values} errors={errors} now={values} />
      <section className="form__section">
        <h2>{t("listings.form.pictures.heading")}</h2>
        <PicturesField pictures={pictures} errors={errors} live={live} />
      </section>
      <FormActions id={drafts.id} submit={props.submit} draft={props.draft} keep={props.keep} />
      {live ? <SaveStatus state={drafts.state} storedLocally={drafts.storedLocally} /> : null}
    </form>
  );
}

/** The saved listing as saving writes it, to tell what differs. */
function writtenOfSaved({ values, images }: NonNullable<ListingFormProps["saved"]>) {
  const written = writtenOfForm(values, () => null);
  return typeof written === "string" ? null : { ...written, images };
}

/** The field that an element belongs to; the online box speaks for the places too. */
function fieldOf(target: EventTarget | null): string | undefined {
  const name = (target as HTMLInputElement | null)?.name;
  if (name === "online") return "locations";
  return name === "pictures" || name === "picture" || name === "intent" ? undefined : name;
}
