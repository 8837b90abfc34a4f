import { getDefaultLimit } from "@/db/limits";

/** Messages from one network, regardless of the given sender; default from PRODUCT, section 15. */
export const CONTACTS = getDefaultLimit("contact");
/** Copies to one mailbox, because a sender can type any address. */
export const CONTACT_COPIES = getDefaultLimit("contact_copy");
