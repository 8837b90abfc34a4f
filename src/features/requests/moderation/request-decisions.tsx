import { APPROVE_KEY, DecisionButton, DecisionForm, Explanation } from "@/features/moderation";
import { REQUEST_REASONS } from "@/shared/codes";
import { usePage } from "@/ui/page-context";
import type { RequestItem } from "./requests-kind";

/** Approve, or reject with a reason; an open one can only be rejected. */
export function RequestDecisions({ item }: { item: RequestItem }) {
  const { t } = usePage();
  if (item.isOwn) return <p>{t("general.refusals.own_request")}</p>;
  const isOpen = item.request.state === "open";
  if (!item.waiting && !isOpen) return null;
  return (
    <>
      {isOpen ? (
        <p>{t("requests.admin.rejectOpen")}</p>
      ) : (
        <>
          <DecisionButton name="approve" accessKey={APPROVE_KEY}>
            {t("requests.admin.approve")}
          </DecisionButton>
          <hr className="divider" />
        </>
      )}
      <DecisionForm name="reject" submit={t("requests.admin.reject")}>
        <Explanation
          name="reject"
          reasons={{
            options: REQUEST_REASONS.map((value) => ({ value, label: t(`requests.reasons.${value}`) })),
            help: t("requests.admin.reasonHelp"),
          }}
          help={t("requests.admin.textHelp")}
        />
      </DecisionForm>
    </>
  );
}
