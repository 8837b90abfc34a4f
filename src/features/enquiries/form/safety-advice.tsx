import { paths } from "@/shared/paths";
import { usePage } from "@/ui/page-context";

/** Advice to a learner who writes to a teacher: below the form, for an account under 18 stronger and above it. */
export function SafetyAdvice({ isAbove = false }: { isAbove?: boolean }) {
  const { t, url, visitor } = usePage();
  if (isAbove !== (visitor?.isMinor ?? false)) return null;
  return (
    <p className="small muted">
      {t(visitor?.isMinor ? "enquiries.form.minorAdvice" : "enquiries.form.advice")}{" "}
      <a href={url(paths.safety())}>{t("general.footer.safety")}</a>
    </p>
  );
}
