import { fullName } from "@/shared/format";
import { paths } from "@/shared/paths";
import { Breadcrumbs } from "@/ui/breadcrumbs";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";
import type { ListedDocument } from "./queries";

/** Texts and page of each document. */
const PAGES: Record<string, { texts: string; path: string }> = {
  "settings/packages": { texts: "pricing.packages", path: paths.adminPricingDocument("packages") },
  "settings/vat": { texts: "pricing.vat", path: paths.adminPricingDocument("vat") },
  "settings/seller": { texts: "pricing.seller", path: paths.adminPricingDocument("seller") },
  "settings/limits": { texts: "documents.limits", path: paths.adminSetting("limits") },
  "settings/banned-words": { texts: "documents.words", path: paths.adminSetting("banned-words") },
};

type Props = { documents: readonly ListedDocument[] /** What was just saved. */; done: string | null };

/** The settings documents with their last authors. */
export function SettingsPage({ documents, done }: Props) {
  const { t, url } = usePage();
  return (
    <div className="container container--narrow page">
      <Breadcrumbs
        crumbs={[{ label: t("admin.home.heading"), href: url(paths.admin()) }]}
        current={t("documents.settings.title")}
      />
      <header className="page-head">
        <h1>{t("documents.settings.title")}</h1>
        <p className="page-head__lead">{t("documents.settings.lead")}</p>
      </header>
      <div className="stack stack--loose">
        {done === null ? null : (
          <Notice tone="success" live>
            {t(`documents.${done}.done`)}
          </Notice>
        )}
        <ul className="entry-list">
          {documents.map(({ path, last }) => {
            const page = PAGES[path];
            return page ? <Listed key={path} {...page} last={last} /> : null;
          })}
        </ul>
      </div>
    </div>
  );
}

function Listed({ texts, path, last }: { texts: string; path: string; last: ListedDocument["last"] }) {
  const { t, url } = usePage();
  return (
    <li className="entry">
      <div className="entry__main">
        <h2 className="entry__title">
          <a href={url(path)}>{t(`${texts}.title`)}</a>
        </h2>
        <p>{t(`${texts}.lead`)}</p>
        <p className="entry__meta">
          {last ? (
            <>
              {t("documents.history.version", { version: last.version })} · <Time ts={last.ts} clock /> ·{" "}
              {last.by ? fullName(last.by) : t("documents.history.erased")}
            </>
          ) : (
            t("documents.settings.shipped")
          )}
        </p>
      </div>
    </li>
  );
}
