import { buttonClass } from "@/ui/button";
import { usePage } from "@/ui/page-context";

/**
 * Asks the device for its location, only when pressed, and searches near it. Needs the script client/enhance/results,
 * and the field `near` on the page.
 */
export function LocateButton() {
  const { t } = usePage();
  return (
    <div className="locate">
      <button
        type="button"
        className={`${buttonClass("quiet")} button--small needs-script`}
        data-locate=""
        data-here={t("general.filters.here")}
        data-locating={t("general.filters.locating")}
        data-not-located={t("general.filters.notLocated")}
      >
        {t("general.filters.locate")}
      </button>
      <p className="locate__status" role="status" data-located="" />
    </div>
  );
}
