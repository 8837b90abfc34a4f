import { paths } from "@/shared/paths";
import { Breadcrumbs } from "@/ui/breadcrumbs";
import { type FormErrors, PostForm } from "@/ui/form";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { SitePage } from "@/ui/site-page";
import { BillingFields, type BillingValues, getBillingLabels } from "./billing-fields";

type BillingPageProps = { values: BillingValues; errors?: FormErrors; isSaved?: boolean };

/** The user's stored billing details. */
export function BillingPage({ values, errors = {}, isSaved = false }: BillingPageProps) {
  const { t, url } = usePage();
  return (
    <SitePage
      narrow
      breadcrumbs={
        <Breadcrumbs
          crumbs={[{ label: t("billing.toOrders"), href: url(paths.ownOrders()) }]}
          current={t("billing.title")}
        />
      }
      heading={t("billing.title")}
      lead={t("billing.lead")}
    >
      <div className="stack">
        {isSaved ? (
          <Notice tone="success" live>
            <p>{t("billing.done")}</p>
          </Notice>
        ) : null}
        <PostForm
          action={paths.billing()}
          errors={errors}
          labels={getBillingLabels(t)}
          submit={t("general.common.save")}
        >
          <BillingFields values={values} errors={errors} />
        </PostForm>
      </div>
    </SitePage>
  );
}
