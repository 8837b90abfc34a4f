import { paths } from "@/shared/paths";
import { LinkButton } from "@/ui/button";
import { usePage } from "@/ui/page-context";
import { toFilterQuery, toListQuery } from "../filters/list-query";
import type { ListView } from "./list-page";

const HEADING_ID = "request-offer";

/**
 * The form of a request that has the search filled in, as it was typed. Null for words without a subject: what they name may
 * not be a subject of the site, so no request could say it.
 */
export const toRequestPath = ({
  typed,
  filters,
  mode,
}: Pick<ListView, "typed" | "filters" | "mode">): string | null =>
  filters.q !== "" && filters.subject.length === 0
    ? null
    : paths.createRequest(
        typed
          ? toFilterQuery({ ...typed.filters, q: typed.corrected ?? typed.filters.q })
          : toListQuery(filters, { ...mode, isSelecting: false }),
      );

/** What a request is, and for visitors that it needs an account. */
export function RequestText() {
  const { t, visitor } = usePage();
  return (
    <p>
      {t("search.request.text")} {visitor ? null : t("search.request.account")}
    </p>
  );
}

/** At the end of a list: leads to a request that teachers answer. */
export function RequestOffer({ path }: { path: string | null }) {
  const { t, url } = usePage();
  if (path === null) return null;
  return (
    <section className="panel section stack" aria-labelledby={HEADING_ID}>
      <h2 id={HEADING_ID}>{t("search.request.heading")}</h2>
      <RequestText />
      <div className="form__actions">
        <LinkButton href={url(path)} variant="secondary" rel="nofollow">
          {t("search.request.action")}
        </LinkButton>
      </div>
    </section>
  );
}
