import type { Ctx } from "@/context";
import type { GuestContact } from "@/shared/guest-contact";
import { isAddressProof } from "../guests/address-proof";
import type { EnquiryFormProps } from "./enquiry-form";

/** What the form of a visitor without an account shows because of the browser's cookies (`getGuestCookies`). */
export function toGuestFormProps(
  ctx: Ctx,
  { contact, addressProof }: { contact: GuestContact | null; addressProof: string },
): Pick<EnquiryFormProps, "values" | "isRemembered" | "isAddressConfirmed"> {
  if (ctx.user || !contact) return {};
  return {
    values: { ...contact, message: "", remember: true },
    isRemembered: true,
    isAddressConfirmed: isAddressProof(ctx, addressProof, contact.email),
  };
}
