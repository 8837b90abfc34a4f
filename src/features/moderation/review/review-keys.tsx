import { paths } from "@/shared/paths";
import { LinkButton } from "@/ui/button";
import { fieldId } from "@/ui/form";
import { usePage } from "@/ui/page-context";

/** Access keys of the review page. */
export const KEYS = { approve: "a", return: "r", next: "n" } as const;

/**
 * An access key. The browser requires a modifier key, so typing a letter decides nothing (WCAG 2.1.4). It works
 * without a script.
 */
export const onKey = (key: string): { accessKey: string } => ({ accessKey: key });

/** A link to the next listing, and a list of the keys. */
export function ReviewKeys({ next, waits }: { next: string | null; waits: boolean }) {
  const { t, url } = usePage();
  if (!waits && !next) return null;
  return (
    <>
      {next ? (
        <LinkButton href={url(paths.adminListing(next))} variant="quiet" wide {...onKey(KEYS.next)}>
          {t("admin.review.next")}
        </LinkButton>
      ) : null}
      <p className="small muted review-keys">
        {waits ? (
          <>
            <kbd>A</kbd> {t("admin.review.keys.approve")} ·{" "}
            {/* On a link, because screen reader users may follow it. */}
            <a href={`#${fieldId("reject-reason")}`} {...onKey(KEYS.return)}>
              <kbd>R</kbd> {t("admin.review.keys.return")}
            </a>
            {next ? " · " : null}
          </>
        ) : null}
        {next ? (
          <>
            <kbd>N</kbd> {t("admin.review.keys.next")}
          </>
        ) : null}
        <br />
        {t("admin.review.keys.how")}
      </p>
    </>
  );
}
