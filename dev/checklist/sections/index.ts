import type { Section } from "../row";
import { actions } from "./actions";
import { constants, errors, mail, search } from "./around";
import { calls } from "./calls";
import { data } from "./data";
import { clientUser, consent, followUp } from "./follow-up";
import { locales } from "./locales";
import { payments } from "./payments";
import { screens } from "./screens";
import { enquiries, listings, orders, promotions, sessions } from "./states";

/** What the product promises, in the contract's order. */
export const SECTIONS: Section[] = [
  locales,
  screens,
  data,
  listings,
  orders,
  promotions,
  sessions,
  enquiries,
  followUp,
  consent,
  clientUser,
  calls,
  actions,
  payments,
  mail,
  errors,
  search,
  constants,
];
