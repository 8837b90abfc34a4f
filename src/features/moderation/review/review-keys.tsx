import { paths } from "@/shared/paths";
import { LinkButton } from "@/ui/button";
import { fieldId } from "@/ui/form";
import { usePage } from "@/ui/page-context";

/** The keys of a reviewer. */
export const KEYS = { approve: "a", return: "r", next: "n" } as const;

/**
 * An access key: the browser asks for its own modifier beside it, so that no letter that is typed decides anything (WCAG
 * 2.1.4), and it works without a script.
 */
export const onKey = (key: string): { accessKey: string } => ({ accessKey: key });

/** The way to what else waits, and which keys there are. */
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
            {/* On a link, so that the words lead there for whoever presses them, too. */}
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
