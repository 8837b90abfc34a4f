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
const isMissing = (status: number): boolean =>
  status === ERROR_STATUS.not_found || status === ERROR_STATUS.gone;

/** What whoever was refused may do now, by the status; the message above has said why. */
const ADVICE: Partial<Record<number, string>> = {
  [ERROR_STATUS.not_found]: "missing_text",
  [ERROR_STATUS.gone]: "missing_text",
  [ERROR_STATUS.unauthenticated]: "signed_out_text",
  [ERROR_STATUS.forbidden]: "mistake_text",
  [ERROR_STATUS.conflict]: "mistake_text",
  [ERROR_STATUS.too_many]: "mistake_text",
  [ERROR_STATUS.too_large]: "too_large_text",
  [ERROR_STATUS.invalid]: "invalid_text",
};

/** What would be refused again is not to be tried again as it is; what failed on our side may go well in a moment. */
const adviceOn = (status: number): string => ADVICE[status] ?? (status < 500 ? "again_text" : "failed_text");

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
        <p>{t(`general.error.${adviceOn(status)}`)}</p>
        <p>{t("general.error.request_id", { id: requestId })}</p>
      </EmptyState>
    </div>
  );
}
