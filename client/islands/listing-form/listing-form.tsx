import { readFormValues } from "@client/drafts/form-values";
import { toListingContent } from "@client/drafts/listing-content";
import { useHydrated } from "@client/islands/use-hydrated";
import { type FocusEvent, type FormEvent, type RefObject, useEffect, useRef, useState } from "react";
import type { StateReason, Subject } from "@/shared/codes";
import { paths } from "@/shared/paths";
import type { PriceCells } from "@/shared/price-cells";
import { type FormValues, toListingForm } from "@/shared/schemas/listing";
import { EnterSubmit, ErrorSummary, type FormErrors } from "@/ui/form";
import { usePage } from "@/ui/page-context";
import { DraftNotices } from "./draft-notices";
import { FormActions, type SubmitLabel } from "./form-actions";
import {
  type FormPicture,
  findNamedPictures,
  type StoredListingPicture,
  toListingPicturePath,
  toStoredPictures,
} from "./form-pictures";
import {
  LessonsSection,
  LocationSection,
  PriceSection,
  Section,
  SubjectSection,
  sortErrors,
  TextSection,
} from "./listing-form-sections";
import { fillListingForm, fillPoint, readListingContent } from "./listing-form-values";
import { PicturesField } from "./pictures-field";
import { findCounty, PlaceList, PointField } from "./point-field";
import { SaveStatus } from "./save-status";
import { useDraftSession } from "./use-draft-session";
import { findFieldName, isSubmit, useFieldErrors } from "./use-field-errors";
import { usePictures } from "./use-pictures";
import { useSubmitOnce } from "./use-submit-once";

export type ListingFormProps = {
  /** Path that the form is submitted to, in the page's locale. */
  action: string;
  id: string;
  /** The version that is being edited; null for a new listing. */
  version: number | null;
  /** The initial values of the fields. */
  values: FormValues;
  /** What is saved, with its pictures in order; null for a new listing. */
  saved: { values: FormValues; images: readonly { path: string; alt: string }[] } | null;
  /** Whether the form holds submitted values that are not saved. */
  isUnsaved: boolean;
  /** Whether another writer saved the listing after this form was opened. */
  hasConflict: boolean;
  errors: FormErrors;
  /** An error that belongs to no field. */
  message: string | null;
  pictures: readonly StoredListingPicture[];
  /** Whether the form may also be saved as a draft. */
  isDraft: boolean;
  submitLabel: SubmitLabel;
  /** Why an admin returned the listing or its new text. */
  returnReasons: readonly StateReason[];
  /** Whether the text was held back because of contact data, and may be sent anyway. */
  isHeld: boolean;
  /** The text that is approved or waits for moderation. Contact data in it is no error. */
  acceptedText: { title: string; description: string } | null;
  /** Whether there is a revision, which may be discarded. */
  hasRevision: boolean;
  /** The usual prices of each subject, in the country and in the county that the form had when it was opened. */
  usualPrices: { [subject in Subject]?: PriceCells };
};

/**
 * The form of a listing. It works as plain HTML. Once hydrated, it checks each field on blur with the server's schema,
 * shows the hourly price, uploads pictures in the background and saves drafts. It is submitted as a plain form.
 */
export function ListingForm(props: ListingFormProps) {
  const { t, locale } = usePage();
  const isHydrated = useHydrated();
  const form = useRef<HTMLFormElement>(null);
  const [values, setValues] = useState<FormValues>(props.values);
  const fields = useFieldErrors({ initial: props.errors, ...props });
  const { errors } = fields;

  const { draft, pictures } = useDraftWithPictures({
    form,
    props,
    onShown(shown) {
      setValues(shown);
      fields.clear();
    },
    onPictures: () => markChanged(),
    onPictureProblem: (text) => fields.setError("pictures", text),
  });
  const { session } = draft;
  const labels = useFieldLabels(pictures.items);

  const { onSubmit, resetIfAborted } = useSubmitOnce({
    // Discarding the revision ignores the typed values, so they need not be valid.
    check: (element, intent) => intent === "keep" || fields.checkForm(readFormValues(element), intent),
    isBusy: () => session.isBusy,
    close: () => session.close(),
    reopen: () => session.reopen(),
    onSubmitted(intent) {
      if (isSubmit(intent) || intent === "draft") session.markSubmitted();
    },
  });
  /** Call after each change of what the form would save. */
  const markChanged = () => {
    resetIfAborted();
    session.handleInput();
  };

  useEffect(() => {
    if (!form.current) return;
    setValues(readFormValues(form.current));
  }, []);

  const onInput = (event: FormEvent<HTMLFormElement>) => {
    const changed = readFormValues(event.currentTarget);
    setValues(changed);
    const name = findFieldName(event.target);
    if (name && name in errors) fields.checkField(name, changed);
    // Which levels fit follows from the subject.
    if (name === "subject" && "levels" in errors) fields.checkField("levels", changed);
    if ((event.target as HTMLInputElement).type !== "file") markChanged();
  };

  const onBlur = (event: FocusEvent<HTMLFormElement>) => {
    const name = findFieldName(event.target);
    // Checks a group when the focus leaves it, and an empty field only after an error.
    if (!name || name === findFieldName(event.relatedTarget)) return;
    // A new error above a pressed button would move the button away from the pointer.
    if (event.currentTarget.querySelector(":is(button, summary, label):active")) return;
    const values = readFormValues(event.currentTarget);
    const isEmpty = (values[name] ?? []).every((value) => value.trim() === "");
    if (name in errors || !isEmpty) fields.checkField(name, values);
  };

  const section = { initialValues: props.values, values, errors, returnReasons: props.returnReasons };
  return (
    <form
      ref={form}
      className="form"
      method="post"
      action={props.action}
      encType="multipart/form-data"
      noValidate
      onInput={onInput}
      onBlur={onBlur}
      onSubmit={onSubmit}
    >
      <EnterSubmit value="submit">{t(`listings.form.submit.${props.submitLabel}`)}</EnterSubmit>
      <input type="hidden" name="id" value={draft.id} />
      <input type="hidden" name="version" value={draft.version ?? ""} />
      <ErrorSummary errors={sortErrors(errors)} message={props.message} labels={labels} />
      <DraftNotices draft={draft} typed={values} isHydrated={isHydrated} isRefused={fields.isRefused} />
      <SubjectSection {...section} />
      <TextSection {...section} />
      <LocationSection {...section} isSavedDraft={props.isDraft && props.saved !== null}>
        <PlaceList county={findCounty(values)} />
        <PointField
          initialValues={props.values}
          values={values}
          errors={errors}
          isHydrated={isHydrated}
          onPointChange={(point) => {
            if (!form.current) return;
            fillPoint(form.current, point, locale);
            const changed = readFormValues(form.current);
            setValues(changed);
            fields.checkPoint(changed);
            markChanged();
          }}
        />
      </LocationSection>
      <PriceSection {...section} usualPrices={props.usualPrices} />
      <LessonsSection {...section} />
      <Section name="pictures" {...section}>
        <PicturesField pictures={pictures} errors={errors} isHydrated={isHydrated} />
      </Section>
      <FormActions
        id={draft.id}
        label={props.submitLabel}
        isDraft={props.isDraft}
        isHeld={fields.isHeld}
        hasRevision={props.hasRevision}
      >
        {isHydrated ? <SaveStatus state={draft.saveState} isStored={draft.isStored} /> : null}
      </FormActions>
    </form>
  );
}

type DraftWithPicturesOptions = {
  form: RefObject<HTMLFormElement | null>;
  props: ListingFormProps;
  /** The form shows other values: a stored draft, or what another writer saved. */
  onShown(values: FormValues): void;
  /** The pictures changed. */
  onPictures(): void;
  /** Why chosen files were left out; null when all were accepted. */
  onPictureProblem(text: string | null): void;
};

/** The draft and the pictures: a draft names its pictures, and pictures can be uploaded once the draft is saved. */
function useDraftWithPictures({ form, props, onShown, ...events }: DraftWithPicturesOptions) {
  const { url, locale, visitor } = usePage();

  const show = (values: FormValues, stored: readonly StoredListingPicture[]) => {
    if (!form.current) return;
    fillListingForm(form.current, values, locale);
    pictures.replaceStored(stored);
    onShown(values);
  };
  const draft = useDraftSession({
    accountId: visitor?.id ?? "",
    listing: {
      id: props.id,
      version: props.version,
      initialValues: props.values,
      saved: props.saved && readSavedContent(props.saved),
      isDraft: props.isDraft,
      isUnsaved: props.isUnsaved,
      hasConflict: props.hasConflict,
    },
    form: {
      getElement: () => form.current,
      readContent: (values, id) =>
        readListingContent(values, (reference) => {
          const file = pictures.getFile(reference);
          return file === null ? null : toListingPicturePath(id, file);
        }),
      showValues: (values, id) => show(values, findNamedPictures(values, id, props.pictures)),
      showServerVersion(content) {
        const { listing, images } = toListingContent(content);
        show(toListingForm(listing), toStoredPictures(content._id, images));
      },
    },
    editHref: (id) => url(paths.editListing(id)),
    onSavedOnServer: () => pictures.uploadNext(),
  });
  const { session } = draft;
  const pictures = usePictures({
    pictures: props.pictures,
    toPath: (name) => (session.isSaved ? toListingPicturePath(session.id, `${name}.jpg`) : null),
    onProblem: events.onPictureProblem,
    onChange() {
      events.onPictures();
      if (!session.isSaved) session.flush();
    },
  });
  return { draft, pictures };
}

/** The saved listing in the form in which changes are saved, to find out what differs. */
function readSavedContent({ values, images }: NonNullable<ListingFormProps["saved"]>) {
  const content = readListingContent(values, () => null);
  return typeof content === "string" ? null : { ...content, images };
}

/** Labels for the error summary, of fields that have no general one. */
function useFieldLabels(pictures: readonly FormPicture[]): Record<string, string> {
  const { t } = usePage();
  const axes = ["latitude", "longitude"].map((axis) => [`point.${axis}`, t(`listings.form.point.${axis}`)]);
  const alts = pictures.map(({ stored }, index) => [
    `alt.${stored?.reference}`,
    t("listings.form.pictures.alt", { n: index + 1 }),
  ]);
  return Object.fromEntries([...axes, ...alts]);
}
