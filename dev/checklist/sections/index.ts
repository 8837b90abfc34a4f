import type { Section } from "../row";
import { actions } from "./actions";
import { calls } from "./calls";
import { constants } from "./constants";
import { data } from "./data";
import { enquiries } from "./enquiries";
import { errors } from "./errors";
import { clientUser, consent, followUp } from "./follow-up";
import { listings } from "./listings";
import { locales } from "./locales";
import { mail } from "./mail";
import { orders } from "./orders";
import { payments } from "./payments";
import { promotions } from "./promotions";
import { screens } from "./screens";
import { search } from "./search";
import { sessions } from "./sessions";

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
