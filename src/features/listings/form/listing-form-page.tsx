import { ListingForm, type ListingFormProps } from "@client/islands/listing-form/listing-form";
import { type SearchDemand, SearchDemandPanel } from "@/features/counted-searches";
import { Island } from "@/http/islands";
import { toDraftKey } from "@/shared/draft-keys";
import { paths } from "@/shared/paths";
import { toListingForm } from "@/shared/schemas/listing";
import { ActionButton, LinkButton } from "@/ui/button";
import { type FormErrors, toFormErrors } from "@/ui/form";
import { Notice } from "@/ui/notice";
import { type Page, usePage } from "@/ui/page-context";
import { Steps } from "@/ui/steps";
import { fromListingColumns } from "../listing-columns";
import { toCardPicturePath } from "../pictures/to-listing-picture";
import type { ListingDetails, ListingImage } from "../queries";
import { ModerationNotice, RevisionNotice } from "../revisions/moderation-notices";
import { applyRevision, type Revision } from "../revisions/revisions";
import { toPicturePath } from "../serialize-listing";
import { isHeld } from "./find-held-problems";
import { getAcceptedText, type ListingFormView, toReference } from "./form-view";

/** The form of a new or saved listing, next to what learners search for. */
export function ListingFormPage({
  form: view,
  isInvited,
  demand,
  usualPrices,
}: {
  form: ListingFormView;
  /** Whether the teacher has just accepted an invitation. */
  isInvited?: boolean;
  demand: readonly SearchDemand[];
  usualPrices: ListingFormProps["usualPrices"];
}) {
  const page = usePage();
  const { t, url } = page;
  const toFormPicture = (picture: ListingImage) => {
    const { file, alt } = picture;
    return { reference: toReference(view, picture), file, src: toCardPicturePath(view.id, file), alt };
  };
  return (
    <div className="container page">
      <header className="page-head">
        <h1>{t(getHeadingKey(view))}</h1>
        {view.state === "draft" ? (
          <p className="page-head__lead">
            {t(`listings.create.${view.trusted || view.signedOut ? "lead" : "leadReview"}`)}
          </p>
        ) : null}
      </header>
      <div className="with-aside">
        <div className="stack stack--loose">
          {isInvited ? (
            <Notice tone="success" title={t("listings.create.invitedTitle")}>
              <p>{t("listings.create.invited")}</p>
            </Notice>
          ) : null}
          {view.isPreviewOver ? (
            <Notice title={t("listings.preview.overTitle")}>
              <p>{t("listings.preview.over")}</p>
            </Notice>
          ) : null}
          <StateNotice view={view} page={page} />
          {view.drafts && view.drafts.length > 0 ? (
            <Notice title={t("listings.create.drafts")}>
              <ul className="list-plain">
                {view.drafts.map(({ id, title }) => (
                  <li key={id}>
                    <a href={url(paths.editListing(id))}>{title || t("listings.create.untitled")}</a>
                  </li>
                ))}
              </ul>
            </Notice>
          ) : null}
          <Island
            name="listing-form"
            component={ListingForm}
            texts={["general", "listings"]}
            // Returned values are stored in the browser before the user leaves the page.
            immediate={view.typed}
            // A saved draft has to be visible from the start.
            storedKey={page.visitor ? toDraftKey(page.visitor.id, view.saved ? view.id : "") : null}
            props={{
              action: url(view.saved ? paths.editListing(view.id) : paths.createListing()),
              id: view.id,
              version: view.version,
              values: view.values,
              saved: view.saved && toSavedContent(view.saved, view.revision),
              isUnsaved: view.typed === true,
              hasConflict: view.stale === true,
              errors: toListingFormErrors(page, view),
              message: view.message ?? null,
              pictures: view.pictures.map(toFormPicture),
              isDraft: view.state === "draft",
              submitLabel: getSubmitLabel(view),
              returnReasons:
                (view.state === "rejected" ? view.saved?.stateReasons : view.revision?.stateReasons) ?? [],
              isHeld: isHeld(view.problems),
              acceptedText: getAcceptedText(view),
              hasRevision: view.revision !== null,
              usualPrices,
            }}
          />
        </div>
        <aside className="with-aside__aside stack">
          <SearchDemandPanel demand={demand} />
        </aside>
      </div>
    </div>
  );
}

export const getHeadingKey = ({ saved, state }: ListingFormView): string =>
  `listings.${saved ? (state === "draft" ? "complete" : "edit") : "create"}.heading`;

/** Reports every refused picture by name, and the first error of each other field. */
function toListingFormErrors({ t }: Page, view: ListingFormView): FormErrors {
  const references = new Map(
    view.pictures.map((picture) => [`alt.${picture.id}`, `alt.${toReference(view, picture)}`]),
  );
  const problems = (view.problems ?? []).map((problem) => ({
    ...problem,
    field: references.get(problem.field) ?? problem.field,
  }));
  const texts = toFormErrors(t, problems);
  const pictures = problems.filter(({ field }) => field === "pictures");
  if (pictures.length === 0) return texts;
  return { ...texts, pictures: pictures.map((problem) => toFormErrors(t, [problem]).pictures).join(" ") };
}

/** The saved values with the text of the revision, and the saved pictures. */
const toSavedContent = (saved: ListingDetails, revision: Revision | null) => ({
  values: toListingForm(fromListingColumns(applyRevision(saved, revision))),
  images: saved.images.map(({ file, alt }) => ({ path: toPicturePath(saved.id, file), alt })),
});

function getSubmitLabel({ state, trusted }: ListingFormView): "publish" | "review" | "save" | "resubmit" {
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
  if (view.confirmed) {
    return (
      <Notice tone="success" live>
        <p>{t("listings.firstSteps.confirmed")}</p>
      </Notice>
    );
  }
  const ownedId = view.saved && view.saved.ownerId === visitor?.id ? view.saved.id : undefined;
  if (view.saved && view.state === "rejected")
    return <ModerationNotice listing={view.saved} ownedId={ownedId} />;
  if (view.discarded) {
    return (
      <Notice tone="success" live>
        <p>{t("listings.revision.discarded")}</p>
      </Notice>
    );
  }
  if (view.revision)
    return <RevisionNotice revision={view.revision} published={view.saved} ownedId={ownedId} />;
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
  return null;
}

/** For learners who open the form of a new listing. */
export function TeachersOnlyPage() {
  const { t, url } = usePage();
  return (
    <div className="container container--narrow page">
      <header className="page-head">
        <h1>{t("listings.teachersOnly.heading")}</h1>
        <p className="page-head__lead">{t("listings.teachersOnly.lead")}</p>
      </header>
      <div className="stack stack--loose">
        <Steps
          steps={["account", "listing", "review"].map((step) => ({
            title: t(`listings.teachersOnly.${step}.title`),
            text: t(`listings.teachersOnly.${step}.text`),
          }))}
        />
        <div className="row">
          <LinkButton href={url(`${paths.settings()}#teaching`)}>
            {t("listings.teachersOnly.settings")}
          </LinkButton>
          <LinkButton href={url(paths.listings())} variant="secondary">
            {t("general.nav.find")}
          </LinkButton>
        </div>
      </div>
    </div>
  );
}
