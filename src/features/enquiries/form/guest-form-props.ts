import type { Ctx } from "@/context";
import { type GuestCookies, isAddressProof } from "../guests/address-proof";
import type { EnquiryFormProps } from "./enquiry-form";

/**
 * What the form of a visitor without an account shows because of the browser's cookies. Without a remembered address, it
 * may be the proven one.
 */
export function toGuestFormProps(
  ctx: Ctx,
  { contact, addressProof }: GuestCookies,
): Pick<EnquiryFormProps, "values" | "isRemembered" | "isAddressConfirmed"> {
  if (ctx.user) return {};
  if (!contact) return { isAddressConfirmed: addressProof !== "" };
  return {
    values: { ...contact, message: "", remember: true },
    isRemembered: true,
    isAddressConfirmed: isAddressProof(ctx, addressProof, contact.email),
  };
}
