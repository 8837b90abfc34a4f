import { beforeAll } from "vitest";
import type { TAGS } from "@/http/declare-call";
import { ACCOUNTS } from "./accounts";
import { ALERTS } from "./alerts";
import { ANALYTICS } from "./analytics";
import { app } from "./call-context";
import { CONTACT } from "./contact";
import { DATA } from "./data";
import { readDocument } from "./document";
import { ENQUIRIES } from "./enquiries";
import { FOLLOW_UP } from "./follow-up";
import { LISTINGS } from "./listings";
import { MODERATION } from "./moderation";
import { NOTIFICATIONS } from "./notifications";
import { ORDERS } from "./orders";
import { POSTS } from "./posts";
import { REVIEWS } from "./reviews";
import { createRows, type Rows } from "./rows";
import { SEARCHES } from "./searches";
import { SESSIONS } from "./sessions";
import { SHORTLIST } from "./shortlist";
import { SITE } from "./site";
import { STORAGE } from "./storage";
import { type Calls, testCalls } from "./test-calls";
import { TESTIMONIALS } from "./testimonials";
import { USERS } from "./users";
import { VERIFICATIONS } from "./verifications";
import { WEBHOOKS } from "./webhooks";

const TABLES: Record<(typeof TAGS)[number], Calls> = {
  sessions: SESSIONS,
  accounts: ACCOUNTS,
  users: USERS,
  listings: LISTINGS,
  enquiries: ENQUIRIES,
  alerts: ALERTS,
  posts: POSTS,
  shortlist: SHORTLIST,
  reviews: REVIEWS,
  verifications: VERIFICATIONS,
  testimonials: TESTIMONIALS,
  contact: CONTACT,
  orders: ORDERS,
  analytics: ANALYTICS,
  notifications: NOTIFICATIONS,
  searches: SEARCHES,
  moderation: MODERATION,
  "follow-up": FOLLOW_UP,
  storage: STORAGE,
  data: DATA,
  site: SITE,
  webhooks: WEBHOOKS,
};

const document = await readDocument();

let rows: Rows;
beforeAll(async () => {
  rows = await createRows(app);
});

for (const [tag, calls] of Object.entries(TABLES)) testCalls(document, tag, calls, () => rows);
