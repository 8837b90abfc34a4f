import { paths } from "@/shared/paths";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";

/** Advice above a form to a learner under 18 who writes to a teacher. */
export function MinorAdvice() {
  const { visitor } = usePage();
  return visitor?.isMinor ? (
    <Notice>
      <Advice text="enquiries.form.minorAdvice" />
    </Notice>
  ) : null;
}

/** Advice below a form to a learner of age, or whose age is not known, who writes to a teacher. */
export function SafetyAdvice() {
  const { visitor } = usePage();
  return visitor?.isMinor ? null : <Advice text="enquiries.form.advice" className="small muted" />;
}

/** What a sender reads after a message reached several teachers: how to come back, safety, and reports. */
export function SentAdvice({ isGuest }: { isGuest: boolean }) {
  const { t } = usePage();
  return (
    <>
      {isGuest ? <p>{t("enquiries.several.keepMail")}</p> : null}
      <p>{t("enquiries.several.report")}</p>
      <MinorAdvice />
      <SafetyAdvice />
    </>
  );
}

/** `text` is a key. */
function Advice({ text, className }: { text: string; className?: string }) {
  const { t, url } = usePage();
  return (
    <p className={className}>
      {t(text)} <a href={url(paths.safety())}>{t("general.footer.safety")}</a>
    </p>
  );
}
