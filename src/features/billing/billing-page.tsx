import { paths } from "@/shared/paths";
import { Breadcrumbs } from "@/ui/breadcrumbs";
import { ErrorSummary, type FormErrors, SubmitButton } from "@/ui/form";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { BillingFields, type BillingValues, getBillingLabels } from "./billing-fields";

type BillingPageProps = { values: BillingValues; errors?: FormErrors; isSaved?: boolean };

/** The user's stored billing details. */
export function BillingPage({ values, errors = {}, isSaved = false }: BillingPageProps) {
  const { t, url } = usePage();
  return (
    <div className="container container--narrow page">
      <Breadcrumbs
        crumbs={[{ label: t("billing.toOrders"), href: url(paths.ownOrders()) }]}
        current={t("billing.title")}
      />
      <header className="page-head">
        <h1>{t("billing.title")}</h1>
        <p className="page-head__lead">{t("billing.lead")}</p>
      </header>
      <div className="stack">
        {isSaved ? (
          <Notice tone="success" live>
            <p>{t("billing.done")}</p>
          </Notice>
        ) : null}
        <form method="post" action={url(paths.billing())} className="form" noValidate>
          <ErrorSummary errors={errors} message={null} labels={getBillingLabels(t)} />
          <BillingFields values={values} errors={errors} />
          <div className="form__actions">
            <SubmitButton>{t("general.common.save")}</SubmitButton>
          </div>
        </form>
      </div>
    </div>
  );
}
