import { ListingForm } from "@client/islands/listing-form";
import { Island } from "@/http/islands";
import type { ListingState } from "@/shared/codes";
import { DRAFT_PREFIX } from "@/shared/draft-keys";
import type { FieldError } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { type FormValues, toListingForm } from "@/shared/schemas/listing";
import { ActionButton } from "@/ui/button";
import { type FormErrors, toFormErrors } from "@/ui/form";
import { Notice } from "@/ui/notice";
import { type Page, usePage } from "@/ui/page-context";
import { toListingPicture } from "../listing-cards";
import { toListingInput } from "../listing-fields";
import type { ListingDetails, ListingImage } from "../queries";
import { ReturnedNotice } from "../review/returned-notice";
import { RevisionNotice } from "../review/revision-notice";
import { type Revision, withRevision } from "../review/revisions";
import { picturePath } from "../serialize-listing";

export type ListingFormView = {
  id: string;
  /** Null for a listing that is not saved yet. */
  saved: ListingDetails | null;
  /**
   * The version that the user saw, null before the first save. A redisplayed form keeps its version, unless it shows
   * the text saved since.
   */
  version: number | null;
  /** The pending or returned revision of a published listing. */
  revision: Revision | null;
  /** The saved listing's state, or `draft`. */
  state: ListingState;
  /** Whether sending it publishes it at once. */
  trusted: boolean;
  values: FormValues;
  pictures: readonly ListingImage[];
  problems?: readonly FieldError[];
  message?: string;
  /** The values were sent, and came back unsaved. */
  typed?: boolean;
  /** Another text was saved since; the form shows both. */
  stale?: boolean;
  /** The revision was just discarded. */
  discarded?: boolean;
  /** The session ended: the form waits for sign-in. */
  signedOut?: boolean;
};

/** The form of a new listing or of one that is being changed. */
export function ListingFormPage({ form: view }: { form: ListingFormView }) {
  const page = usePage();
  const { t, url } = page;
  const mode = view.saved ? "edit" : "create";
  const picture = (one: ListingImage) => {
    const { src } = toListingPicture(view.id, one, "", "card");
    return { place: one.id, file: one.file, src, alt: one.alt };
  };
  return (
    <div className="container page">
      <header className="page-head">
        <h1>{t(`listings.${mode}.heading`)}</h1>
        <p className="page-head__lead">{t(`listings.${view.state === "draft" ? "create" : "edit"}.lead`)}</p>
      </header>
      <div className="with-aside">
        <div className="stack stack--loose">
          <StateNotice view={view} page={page} />
          <Island
            name="listing-form"
            component={ListingForm}
            texts={["general", "listings"]}
            // A saved draft has to be visible from the start.
            wake={page.visitor ? `${DRAFT_PREFIX}${page.visitor.id}/${view.saved ? view.id : ""}` : null}
            props={{
              action: url(view.saved ? paths.editListing(view.id) : paths.createListing()),
              id: view.id,
              version: view.version,
              values: view.values,
              saved: view.saved && savedOf(view.saved, view.revision),
              typed: view.typed === true,
              stale: view.stale === true,
              errors: errorsOf(page, view.problems ?? []),
              message: view.message ?? null,
              pictures: view.pictures.map(picture),
              draft: view.state === "draft",
              submit: submitWord(view),
              keep: view.revision !== null,
            }}
          />
        </div>
        <aside className="with-aside__aside">
          <Advice />
        </aside>
      </div>
    </div>
  );
}

/** Reports every refused picture by name, and the first error of each other field. */
function errorsOf({ t }: Page, problems: readonly FieldError[]): FormErrors {
  const texts = toFormErrors(t, problems);
  const pictures = problems.filter(({ field }) => field === "pictures");
  if (pictures.length === 0) return texts;
  return { ...texts, pictures: pictures.map((one) => toFormErrors(t, [one]).pictures).join(" ") };
}

/** What is saved, as its owner wrote it. */
const savedOf = (saved: ListingDetails, revision: Revision | null) => ({
  values: toListingForm(toListingInput(withRevision(saved, revision))),
  images: saved.images.map(({ file, alt }) => ({ path: picturePath(saved.id, file), alt })),
});

function submitWord({ state, trusted }: ListingFormView): "publish" | "review" | "save" | "resubmit" {
  if (state === "rejected") return "resubmit";
  if (state !== "draft") return "save";
  return trusted ? "publish" : "review";
}

function StateNotice({ view, page: { t, url, visitor } }: { view: ListingFormView; page: Page }) {
  if (view.signedOut) {
    return (
      <Notice tone="danger" title={t("listings.signedOut.title")} live>
        <p>{t("listings.signedOut.text")}</p>
        <a href={url(paths.signIn({ next: paths.ownListings() }))} target="_blank" rel="noopener">
          {t("listings.signedOut.signIn")}
        </a>
      </Notice>
    );
  }
  if (view.saved && view.state === "rejected") return <ReturnedNotice listing={view.saved} />;
  if (view.discarded) {
    return (
      <Notice tone="success" live>
        <p>{t("listings.revision.discarded")}</p>
      </Notice>
    );
  }
  if (view.revision) return <RevisionNotice revision={view.revision} published={view.saved} />;
  if (visitor && !visitor.emailVerified && view.state === "draft") {
    return (
      <Notice tone="warning" title={t("listings.unverified.title")}>
        <p>{t("listings.unverified.text")}</p>
        <ActionButton action={url(paths.resendVerification())} variant="secondary" size="small">
          {t("listings.unverified.resend")}
        </ActionButton>
      </Notice>
    );
  }
  if (view.state === "published") return <Notice>{t("listings.edit.live")}</Notice>;
  return null;
}

const ADVICE = ["title", "description", "picture", "contact"] as const;

function Advice() {
  const { t } = usePage();
  return (
    <section className="panel">
      <h2>{t("listings.advice.heading")}</h2>
      <ul className="prose">
        {ADVICE.map((piece) => (
          <li key={piece}>{t(`listings.advice.${piece}`)}</li>
        ))}
      </ul>
    </section>
  );
}
