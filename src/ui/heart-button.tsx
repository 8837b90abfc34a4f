import { paths } from "@/shared/paths";
import { SHORTLIST_FORM, toHeartId } from "@/shared/shortlist-form";
import { usePage } from "./page-context";

type HeartButtonProps = {
  listingId: string;
  title: string;
  isSaved: boolean;
  /** Whether a form without script returns to this button; once a page for each listing. */
  isTarget?: boolean;
  /** Whether the button has a text next to its icon. */
  withText?: boolean;
};

/**
 * Adds a listing to the visitor's shortlist, or removes it: submits the form in the page's header (`ShortlistLink`),
 * which the script `client/shortlist` replaces.
 */
export function HeartButton({ listingId, title, isSaved, isTarget, withText }: HeartButtonProps) {
  const { t, url } = usePage();
  const label = t("shortlist.heart.label", { title });
  return (
    <button
      type="submit"
      className={withText ? "heart heart--text" : "heart"}
      id={isTarget ? toHeartId(listingId) : undefined}
      form={SHORTLIST_FORM}
      formAction={url(paths.shortlistEntry(listingId))}
      name="action"
      value={isSaved ? "remove" : "add"}
      aria-pressed={isSaved}
      aria-label={label}
    >
      {withText ? (
        <>
          <span className="heart__save">{t("shortlist.heart.save")}</span>
          <span className="heart__saved">{t("shortlist.heart.saved")}</span>
        </>
      ) : null}
    </button>
  );
}

/** The form of all heart buttons of the page, and the link to the shortlist with the number of its entries. */
export function ShortlistLink() {
  const { t, url, currentPath, shortlistCount } = usePage();
  return (
    <form id={SHORTLIST_FORM} method="post" action={url(paths.shortlist())}>
      <input type="hidden" name="next" value={currentPath} />
      <a className="shortlist-link" href={url(paths.shortlist())}>
        <span className="shortlist-link__text">{t("shortlist.heart.link")}</span>{" "}
        <span className="count" data-shortlist-count="">
          {shortlistCount}
        </span>
      </a>
    </form>
  );
}
