import { paths } from "@/shared/paths";
import { formatPhone, toWhatsAppUrl } from "@/shared/phone";
import { LinkButton } from "@/ui/button";
import { Enhanced } from "@/ui/enhanced";
import { AppCheckField, SubmitButton } from "@/ui/form";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";
import { MinorAdvice, SafetyAdvice } from "../form/safety-advice";

/** The number (E.164) after a request, or the refusal as text. */
export type PhoneState = {
  revealed: { number: string; whatsapp: boolean } | null;
  refused: string | null;
};

type PhoneRevealProps = { listingId: string; state: PhoneState };

/** The anchor of the number, where the page scrolls after the form. */
const ANCHOR = "phone";

/**
 * The button that reveals a teacher's phone number, by a form or with script on the same page, with advice. A page
 * for guests must set `appCheck` in its head.
 */
export const PhoneReveal = (props: PhoneRevealProps) => (
  <div className="stack stack--tight">
    <MinorAdvice />
    <Phone {...props} />
    <SafetyAdvice />
  </div>
);

function Phone({ listingId, state }: PhoneRevealProps) {
  const { t, url, visitor } = usePage();
  if (state.revealed) {
    const { number, whatsapp } = state.revealed;
    // The script `client/enhance/reveal-phone` creates the same markup.
    return (
      <div className="phone" id={ANCHOR} role="status">
        <p>{formatPhone(number)}</p>
        <LinkButton variant="secondary" href={`tel:${number}`}>
          {t("enquiries.phone.call")}
        </LinkButton>
        {whatsapp ? (
          <LinkButton variant="secondary" href={toWhatsAppUrl(number)}>
            WhatsApp
          </LinkButton>
        ) : null}
      </div>
    );
  }
  return (
    <Enhanced
      name="reveal-phone"
      texts={{ failed: t("enquiries.phone.failed"), call: t("enquiries.phone.call") }}
    >
      <form method="post" action={`${url(paths.revealPhone(listingId))}#${ANCHOR}`} data-listing={listingId}>
        <div className="stack stack--tight" id={ANCHOR}>
          {state.refused ? (
            <Notice tone="danger" live>
              <p>{state.refused}</p>
            </Notice>
          ) : null}
          {visitor ? null : <AppCheckField />}
          <div>
            <SubmitButton variant="secondary">{t("enquiries.phone.show")}</SubmitButton>
          </div>
        </div>
      </form>
    </Enhanced>
  );
}
