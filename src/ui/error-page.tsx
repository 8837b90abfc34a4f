import { ERROR_STATUS } from "@/shared/errors";
import { paths } from "@/shared/paths";
import { LinkButton } from "./button";
import { EmptyState } from "./empty-state";
import { usePage } from "./page-context";

export type ErrorPageProps = {
  status: number;
  /** The error text in the page's language. */
  message: string;
  /** For messages to support. */
  requestId: string;
  /** A link back to where the visitor came from. */
  back?: { href: string; label: string } | null;
  /** The texts of a form that was not saved. */
  typed?: readonly string[];
};

/** What the visitor can do, by status; the message says why. */
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

/** A refused request should not be repeated unchanged; a server error may pass. */
const getAdvice = (status: number): string => ADVICE[status] ?? (status < 500 ? "again_text" : "failed_text");

/** The 404 of a listing must not tell whether it never existed, is a draft or was deleted. */
const LISTING_PATH = /^\/tutoring\/[^/?]+(\?|$)/;

/** The error page: "not found" for 404 and 410, a generic one for other statuses. */
export function ErrorPage({ status, message, requestId, back = null, typed = [] }: ErrorPageProps) {
  const { t, url, currentPath } = usePage();
  const isNotFound = status === ERROR_STATUS.not_found;
  const request = t("general.error.request_id", { id: requestId });
  const way = back ?? { href: paths.listings(), label: t("general.error.way_on") };
  return (
    <div className="container page">
      <h1>
        {isNotFound
          ? t(`general.error.${LISTING_PATH.test(currentPath) ? "missing_listing" : "missing_title"}`)
          : message}
      </h1>
      <EmptyState
        title={
          isNotFound
            ? null
            : t(`general.error.${status === ERROR_STATUS.gone ? "missing_title" : "failed_title"}`)
        }
        action={<LinkButton href={url(way.href)}>{way.label}</LinkButton>}
      >
        <p>{t(`general.error.${isNotFound && back ? "private_text" : getAdvice(status)}`)}</p>
        {/* The message of a 404 repeats the heading and contains the path, so it is a detail for support. */}
        <p className="small break-anywhere">{isNotFound ? `${message} · ${request}` : request}</p>
      </EmptyState>
      {typed.length > 0 ? (
        <section className="stack">
          <h2>{t("general.error.typed")}</h2>
          {typed.map((text, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rendered once, and texts may be equal
            <p key={index} className="pre-line break-anywhere">
              {text}
            </p>
          ))}
        </section>
      ) : null}
    </div>
  );
}
