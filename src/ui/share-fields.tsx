import { Button, LinkButton } from "./button";
import { Enhanced } from "./enhanced";
import { TextField } from "./form";
import { usePage } from "./page-context";

type ShareFieldsProps = {
  label: string;
  help?: string;
  /** The address to share. */
  href: string;
  /** The text for WhatsApp, with the address. */
  message: string;
};

/** An address to copy, to share by the device or to send on WhatsApp. */
export function ShareFields({ label, help, href, message }: ShareFieldsProps) {
  const { t } = usePage();
  return (
    <>
      <TextField name="address" label={label} help={help} value={href} readOnly required={false} />
      <Enhanced name="share-link" texts={{ copied: t("general.share.copied") }} immediate>
        <div className="row">
          <Button variant="secondary" size="small" data-share="copy" hidden>
            {t("general.share.copy")}
          </Button>
          <Button variant="secondary" size="small" data-share="device" hidden>
            {t("general.share.device")}
          </Button>
          <LinkButton
            href={`https://wa.me/?text=${encodeURIComponent(message)}`}
            variant="secondary"
            size="small"
          >
            {t("general.share.whatsapp")}
          </LinkButton>
        </div>
      </Enhanced>
    </>
  );
}
