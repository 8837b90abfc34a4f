import { paths } from "@/shared/paths";
import { LinkButton } from "./button";
import { EmptyState } from "./empty-state";
import { usePage } from "./page-context";

export type ErrorPageProps = {
  status: number;
  /** In words, already in the page's language. */
  message: string;
  /** For whoever writes to us about it. */
  requestId: string;
};

/** What is not there, or no longer: its page keeps the header with the search and the menu. */
export const isMissing = (status: number): boolean => status === 404 || status === 410;

/** A not-found view for 404 and 410, a generic one for every other status; always with a way on. */
export function ErrorPage({ status, message, requestId }: ErrorPageProps) {
  const { t, url } = usePage();
  const missing = isMissing(status);
  return (
    <div className="container page">
      <h1>{message}</h1>
      <EmptyState
        title={t(missing ? "general.error.missing_title" : "general.error.failed_title")}
        action={<LinkButton href={url(paths.listings())}>{t("general.error.way_on")}</LinkButton>}
      >
        <p>{t(missing ? "general.error.missing_text" : "general.error.failed_text")}</p>
        <p>{t("general.error.request_id", { id: requestId })}</p>
      </EmptyState>
    </div>
  );
}
