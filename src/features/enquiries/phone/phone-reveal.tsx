import { paths } from "@/shared/paths";
import { formatPhone } from "@/shared/phone";
import { Enhanced } from "@/ui/enhanced";
import { AppCheckField, SubmitButton } from "@/ui/form";
import { Notice } from "@/ui/notice";
import { usePage } from "@/ui/page-context";

/** The number (E.164) after a request, or the refusal as text. */
export type PhoneState = { number: string | null; refused: string | null };

/** The anchor of the number, where the page scrolls after the form. */
const ANCHOR = "phone";

/**
 * The button that reveals a teacher's phone number, by a form or with script on the same page. A page for guests must
 * set `appCheck` in its head.
 */
export function PhoneReveal({ listingId, state }: { listingId: string; state: PhoneState }) {
  const { t, url, visitor } = usePage();
  if (state.number !== null) {
    return (
      <p className="phone" id={ANCHOR} role="status">
        <a href={`tel:${state.number}`}>{formatPhone(state.number)}</a>
      </p>
    );
  }
  return (
    <Enhanced name="reveal-phone" texts={{ failed: t("enquiries.phone.failed") }}>
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
