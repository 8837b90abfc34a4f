import type { ReactNode } from "react";
import { paths } from "@/shared/paths";
import { Breadcrumbs } from "@/ui/breadcrumbs";
import { LinkButton } from "@/ui/button";
import { usePage } from "@/ui/page-context";

const LISTS = {
  orders: paths.adminOrders,
  events: paths.adminEvents,
  reconciliations: paths.adminReconciliations,
} as const;
type ListName = keyof typeof LISTS;

/** The layout of the lists of payments, with links to the other lists. */
export function PaymentsLayout({ list, children }: { list: ListName; children: ReactNode }) {
  const { t, url } = usePage();
  return (
    <div className="container page">
      <Breadcrumbs
        crumbs={[{ label: t("admin.home.heading"), href: url(paths.admin()) }]}
        current={t(`payments-admin.${list}.heading`)}
      />
      <header className="page-head">
        <h1>{t(`payments-admin.${list}.heading`)}</h1>
        <p className="page-head__lead">{t(`payments-admin.${list}.lead`)}</p>
        <nav className="page-head__actions" aria-label={t("payments-admin.payments")}>
          {(Object.keys(LISTS) as ListName[])
            .filter((other) => other !== list)
            .map((other) => (
              <LinkButton key={other} href={url(LISTS[other]())} variant="secondary" size="small">
                {t(`payments-admin.${other}.heading`)}
              </LinkButton>
            ))}
        </nav>
      </header>
      {children}
    </div>
  );
}
