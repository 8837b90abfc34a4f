import { ERROR_STATUS } from "@/shared/errors";
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
  /** Where the visitor comes from, if they go on there. */
  back?: { href: string; label: string } | null;
};

/** What is not there, or no longer: its page keeps the header with the search and the menu. */
const isMissing = (status: number): boolean => status === 404 || status === 410;

/** What another moment or somebody else's change decides on may go well the next time. */
const mayPass = (status: number): boolean =>
  status >= 500 || status === ERROR_STATUS.too_many || status === ERROR_STATUS.conflict;

/** What would be refused again is not to be tried again as it is. */
const adviceOn = (status: number): string => {
  if (isMissing(status)) return "general.error.missing_text";
  if (status === ERROR_STATUS.too_large) return "general.error.too_large_text";
  if (status === ERROR_STATUS.unauthenticated) return "general.error.signed_out_text";
  if (status === ERROR_STATUS.forbidden) return "general.error.forbidden_text";
  return mayPass(status) ? "general.error.failed_text" : "general.error.refused_text";
};

/** A not-found view for 404 and 410, a generic one for every other status; always with a way on. */
export function ErrorPage({ status, message, requestId, back = null }: ErrorPageProps) {
  const { t, url } = usePage();
  const missing = isMissing(status);
  const way = back ?? { href: paths.listings(), label: t("general.error.way_on") };
  return (
    <div className="container page">
      <h1>{message}</h1>
      <EmptyState
        title={t(missing ? "general.error.missing_title" : "general.error.failed_title")}
        action={<LinkButton href={url(way.href)}>{way.label}</LinkButton>}
      >
        <p>{t(adviceOn(status))}</p>
        <p>{t("general.error.request_id", { id: requestId })}</p>
      </EmptyState>
    </div>
  );
}
