import type { Day } from "@/shared/dates";
import { COOKIE_CHOICES_ID, paths } from "@/shared/paths";

/** A link of a section: its text key, and a path of the site or an external URL. */
type SectionLink = { text: string; href: string };

/** The part of the page that a section shows below its text, or whose state chooses its text. */
type SectionPart = "operator" | "storedData" | "cookieTable" | "consentForm" | "analytics";

export type PlainSection = {
  /** Its anchor, and its key in `locales/site` under the page's. */
  id: string;
  part?: SectionPart;
  links?: readonly SectionLink[];
};

/** A page of sections, with a list of contents if they are many; their texts are in `locales/site`. */
export type PlainPageContent = {
  name: "privacy" | "terms" | "cookies" | "accessibility" | "safety";
  path: string;
  /** The day of the last change of its text, in any language. */
  changed: Day;
  sections: readonly PlainSection[];
};

const contact: SectionLink = { text: "contact", href: paths.contact() };

export const PLAIN_PAGES: readonly PlainPageContent[] = [
  {
    name: "privacy",
    path: paths.privacy(),
    changed: "2026-11-28",
    sections: [
      { id: "operator", part: "operator" },
      { id: "stored", part: "storedData" },
      { id: "visitors" },
      { id: "backups" },
      { id: "shown" },
      { id: "bases" },
      { id: "recipients" },
      {
        id: "rights",
        links: [
          { text: "own", href: paths.ownPrivacy() },
          contact,
          { text: "authority", href: "https://www.dataprotection.ro/" },
        ],
      },
      { id: "children" },
      { id: "changes" },
    ],
  },
  {
    name: "terms",
    path: paths.terms(),
    changed: "2026-11-28",
    sections: [
      { id: "operator", part: "operator" },
      { id: "what" },
      { id: "accounts" },
      { id: "listings" },
      { id: "requests", links: [{ text: "create", href: paths.createRequest() }] },
      { id: "moderation" },
      { id: "reviews", links: [{ text: "how", href: paths.reviews() }] },
      { id: "promotion", links: [{ text: "ranking", href: paths.ranking() }] },
      { id: "withdrawal", links: [{ text: "function", href: paths.withdrawals() }] },
      { id: "content" },
      { id: "liability" },
      { id: "disputes", links: [contact, { text: "sal", href: "https://anpc.ro/ce-este-sal/" }] },
      { id: "changes" },
    ],
  },
  {
    name: "cookies",
    path: paths.cookies(),
    changed: "2026-11-23",
    sections: [
      { id: "table", part: "cookieTable" },
      { id: COOKIE_CHOICES_ID, part: "consentForm" },
      { id: "analytics", part: "analytics" },
      { id: "others" },
      { id: "storage" },
    ],
  },
  {
    name: "accessibility",
    path: paths.accessibility(),
    changed: "2026-11-21",
    sections: [
      { id: "goal" },
      { id: "done" },
      { id: "checked" },
      { id: "limits" },
      { id: "feedback", links: [contact] },
    ],
  },
  {
    name: "safety",
    path: paths.safety(),
    changed: "2026-11-28",
    sections: [
      {
        id: "checks",
        links: [
          { text: "integrity", href: paths.listings({ integrity: 1 }) },
          { text: "documents", href: paths.listings({ verified: 1 }) },
          { text: "reviews", href: paths.reviews() },
        ],
      },
      { id: "first" },
      { id: "agree" },
      {
        id: "problem",
        links: [{ text: "emergency", href: "tel:112" }, { text: "helpline", href: "tel:119" }, contact],
      },
    ],
  },
];
