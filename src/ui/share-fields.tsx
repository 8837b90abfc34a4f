import type { ReactNode } from "react";
import { Button, LinkButton } from "./button";
import { Enhanced } from "./enhanced";
import { TextArea, TextField } from "./form";
import { usePage } from "./page-context";

type ShareFieldsProps = {
  label: string;
  help?: string;
  /** The address to share, or a text to copy. */
  href: string;
  /** Of a text: its lines. */
  rows?: number;
  /** For WhatsApp, with the address. A secret address or a text has none: it can only be copied, and is shown whole. */
  message?: string;
  /** Further buttons. */
  children?: ReactNode;
};

/** An address to copy, to share by the device or to send on WhatsApp. */
export function ShareFields({ label, help, href, rows, message, children }: ShareFieldsProps) {
  const { t } = usePage();
  const texts = `general.share.${rows === undefined ? "address" : "text"}`;
  const field = { name: "address", label, help, value: href, readOnly: true, required: false };
  return (
    <>
      {message === undefined ? <TextArea {...field} rows={rows ?? 4} /> : <TextField {...field} />}
      <Enhanced name="share-link" texts={{ copied: t(`${texts}.copied`) }} immediate>
        <div className="row">
          <Button variant="secondary" size="small" data-share="copy" hidden>
            {t(`${texts}.copy`)}
          </Button>
          {message === undefined ? null : (
            <>
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
            </>
          )}
          {children}
        </div>
      </Enhanced>
    </>
  );
}
