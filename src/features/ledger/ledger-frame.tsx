import type { ReactNode } from "react";
import { paths } from "@/shared/paths";
import { Breadcrumbs } from "@/ui/breadcrumbs";
import { LinkButton } from "@/ui/button";
import { usePage } from "@/ui/page-context";

const ROOMS = {
  orders: paths.adminOrders,
  events: paths.adminEvents,
  reconciliations: paths.adminReconciliations,
} as const;
type Room = keyof typeof ROOMS;

/** One of the lists of the ledger, with the way to the others. */
export function LedgerFrame({ room, children }: { room: Room; children: ReactNode }) {
  const { t, url } = usePage();
  return (
    <div className="container page">
      <Breadcrumbs
        crumbs={[{ label: t("admin.home.heading"), href: url(paths.admin()) }]}
        current={t(`ledger.${room}.heading`)}
      />
      <header className="page-head">
        <h1>{t(`ledger.${room}.heading`)}</h1>
        <p className="page-head__lead">{t(`ledger.${room}.lead`)}</p>
        <nav className="page-head__actions" aria-label={t("ledger.payments")}>
          {(Object.keys(ROOMS) as Room[])
            .filter((other) => other !== room)
            .map((other) => (
              <LinkButton key={other} href={url(ROOMS[other]())} variant="secondary" size="small">
                {t(`ledger.${other}.heading`)}
              </LinkButton>
            ))}
        </nav>
      </header>
      {children}
    </div>
  );
}
