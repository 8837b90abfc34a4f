import { paths } from "@/shared/paths";
import { AdminPage } from "@/ui/admin-page";
import { Badge } from "@/ui/badge";
import { LinkButton } from "@/ui/button";
import { DescriptionList } from "@/ui/description-list";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { Time } from "@/ui/time";
import type { Connection } from "./connection";

export type ConnectionView = {
  connection: Connection;
  /** The authority's page; null without the settings. */
  consentUrl: string | null;
  callbackUrl: string;
  /** Documents that are late or rejected. */
  unsettled: number;
  /** Why a connection just failed. */
  failure: string | null;
  done: boolean;
};

/** The connection to the tax authority's e-Factura. */
export function ConnectionPage({ view }: { view: ConnectionView }) {
  const { t, url } = usePage();
  const { consentUrl, callbackUrl, unsettled, failure, done } = view;
  const { problem, connectedTs, consentEndsTs } = view.connection;
  return (
    <AdminPage
      narrow
      heading={t("e-factura.heading")}
      lead={t("e-factura.lead")}
      parent={{ label: t("e-factura.invoices.heading"), href: paths.adminInvoices() }}
    >
      <div className="stack stack--loose">
        {failure ? (
          <Notice tone="danger" live>
            {failure}
          </Notice>
        ) : null}
        {done ? (
          <Notice tone="success" live>
            {t("e-factura.connection.done")}
          </Notice>
        ) : null}
        <section className="panel stack">
          <h2>{t("e-factura.connection.heading")}</h2>
          {consentUrl === null ? (
            <p>{t("e-factura.connection.noSettings")}</p>
          ) : (
            <>
              <p>
                <Badge tone={problem === null ? "positive" : problem === "ended" ? "danger" : "warning"}>
                  {t(problem === null ? "e-factura.connection.working" : `e-factura.reasons.${problem}`)}
                </Badge>
              </p>
              {connectedTs !== null && consentEndsTs !== null ? (
                <DescriptionList
                  items={[
                    { term: t("e-factura.connection.since"), details: <Time ts={connectedTs} /> },
                    { term: t("e-factura.connection.until"), details: <Time ts={consentEndsTs} /> },
                  ]}
                />
              ) : null}
              <p>{t("e-factura.connection.certificate")}</p>
              <div>
                <LinkButton href={consentUrl} variant={problem === null ? "secondary" : "primary"}>
                  {t(`e-factura.connection.${problem === "missing" ? "connect" : "again"}`)}
                </LinkButton>
              </div>
            </>
          )}
          <p className="small muted break-anywhere">
            {t("e-factura.connection.callback")} <code>{callbackUrl}</code>
          </p>
        </section>
        <section className="panel stack">
          <h2>{t("e-factura.invoices.heading")}</h2>
          <p>
            {unsettled === 0
              ? t("e-factura.connection.settled")
              : t.count("e-factura.connection.unsettled", unsettled)}{" "}
            <a href={url(paths.adminInvoices({ state: "open" }))}>{t("e-factura.connection.openInvoices")}</a>
          </p>
        </section>
      </div>
    </AdminPage>
  );
}
