import { hasContactOrAddress, listContactTexts } from "@/shared/contact-data";
import { formatList } from "@/shared/format";
import type { Translator } from "@/shared/i18n/translator";
import { CheckboxGroup, TextField } from "@/ui/form";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { isPersonalOfMinor } from "../message-warning";
import { DETAIL_LENGTH, DETAILS, formatDetail, getContactTest } from "./message-hint";

/** Tells an adult, before the message is sent, that teachers will see contact data in it, or a teacher's learner. */
export function ContactHint({
  message,
  recipientCount = 1,
  isToLearner = false,
  isAboutChild = false,
  takesFocus = false,
}: {
  message: string;
  recipientCount?: number;
  isToLearner?: boolean;
  isAboutChild?: boolean;
  /** Whether the page, after a form that was not sent, opens at it. */
  takesFocus?: boolean;
}) {
  const { t } = usePage();
  const to = isToLearner ? "learner" : recipientCount > 1 ? "several" : isAboutChild ? "child" : "one";
  return (
    <Notice tone="warning" title={t("enquiries.hint.contactTitle")} live takesFocus={takesFocus}>
      <p className="break-anywhere">
        {takesFocus ? `${t("enquiries.hint.notSent")}. ` : null}
        {t(`enquiries.hint.contact.${to}`, {
          found: quote(t, listContactTexts(message, getContactTest(isAboutChild))),
        })}
      </p>
    </Notice>
  );
}

/** What the site found in a message that is held until it is confirmed. Nothing if it is not in these words. */
export function HeldTexts({ message, isMinor }: { message: string; isMinor: boolean }) {
  const { t } = usePage();
  const found = listContactTexts(message, isMinor ? isPersonalOfMinor : hasContactOrAddress);
  return found.length === 0 ? null : (
    <Notice tone="warning">
      <p className="break-anywhere">{t("enquiries.hint.found", { found: quote(t, found) })}</p>
    </Notice>
  );
}

const quote = (t: Translator, texts: readonly string[]): string =>
  formatList(
    texts.map((text) => t("enquiries.hint.quote", { text })),
    t.locale,
  );

/** Fields that add lines to a message that only says hello. All can stay empty. */
export function GreetingHintFields() {
  const { t } = usePage();
  return (
    <>
      <Notice title={t("enquiries.hint.title")}>
        <p>{t("enquiries.hint.text")}</p>
      </Notice>
      {Object.entries(DETAILS).map(([name, codes]) => {
        const field = {
          name: `detail_${name}`,
          label: t(`enquiries.hint.${name}.label`),
        };
        return codes.length === 0 ? (
          <TextField key={name} {...field} maxLength={DETAIL_LENGTH} value="" required={false} />
        ) : (
          <CheckboxGroup
            key={name}
            {...field}
            options={codes.map((value) => ({ value, label: formatDetail(t, name, value) }))}
            columns
          />
        );
      })}
    </>
  );
}
