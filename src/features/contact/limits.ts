import type { Limit } from "@/db/limits";

/** Messages from one network, whoever they say they are from; as the product's section 15 ships it. */
export const CONTACTS: Limit = { name: "contact", most: 10, windowS: 3600 };
/** Copies to one mailbox: anybody can type somebody's address. */
export const CONTACT_COPIES: Limit = { name: "contact_copy", most: 3, windowS: 86_400 };
