import { shippedLimit } from "@/db/limits";

/** Messages from one network, whoever they say they are from; as the product's section 15 ships it. */
export const CONTACTS = shippedLimit("contact");
/** Copies to one mailbox: anybody can type somebody's address. */
export const CONTACT_COPIES = shippedLimit("contact_copy");
