import type { Section } from "../row";

export const constants: Section = {
  number: "11",
  title: "Constants",
  atLeast: 18,
  rows: [
    {
      holds: "Access refresh 2 minutes, a setting",
      by: {
        "unit/client/session.test.ts": [
          "refreshes each ACCESS_REFRESH_MS once there is a token",
          "bears an interval that is longer than a timer can be",
        ],
        "unit/launch/settings.test.ts":
          "refreshes each two minutes tokens that live five, as shipped everywhere",
      },
    },
    {
      holds: "Refresh cookie `refresh_token` of path /",
      by: { "worker/accounts/token.test.ts": "200 with an access token and a session cookie" },
    },
    {
      holds: "Breakpoints 320, 375, 425, 768, 1024, 1280, 1600",
      by: { "unit/client/viewport.test.ts": "a window of %i pixels is a %s" },
    },
    {
      holds: "Cookie `viewport`, 365 days, desktop by default",
      by: {
        "unit/client/viewport.test.ts": [
          "the cookie says how wide the window is, for a year, and follows it once it rests",
          "a window of %i pixels is a %s",
        ],
      },
    },
    {
      holds: "Reload guard after a build change: 10 s",
      by: { "unit/client/builds.test.ts": "has the page loaded again, once within ten seconds" },
    },
    {
      holds: "Pages fetched ahead: four in parallel",
      by: { "unit/client/ahead.test.ts": "fetches four at the same moment at most" },
    },
    {
      holds: "z-index: modal and tooltip 1100, overlay and menu 1000",
      by: {
        "unit/ui/layers.test.ts": [
          "layers have names: modal and tooltip above overlay and menu",
          "no sheet has a number of its own",
        ],
      },
    },
    {
      holds: "Share image 1200×630",
      by: { "worker/share/images.test.ts": "is a PNG of 1200×630 in Romanian" },
    },
    {
      holds: "Upload parts 256 KB doubling to 32 MB",
      by: {
        "browser/uploads.spec.ts":
          "a large picture goes up in parts that double, with progress, pause and resume, and is shown",
      },
    },
    {
      holds: "Resumable above 256 KB, one request below",
      by: {
        "browser/uploads.spec.ts": "a small picture goes in one request; what is none is refused in words",
        "worker/storage/profile-picture.test.ts": "201 for 256 KB, 413 for more with a hint",
      },
    },
    {
      holds: "Pictures of at most 5 MB and 40 megapixels",
      by: {
        "worker/storage/profile-picture.test.ts": "422 for %s, and nothing is stored",
        "worker/listings/pictures.test.ts": "422 for a file that is %s, by its name, with the rest kept",
      },
    },
    {
      holds: "JPEG, PNG, WebP, AVIF",
      by: { "worker/storage/profile-picture.test.ts": "201 for %s, whatever the request calls it" },
    },
    {
      holds: "Metadata is stripped",
      by: {
        "worker/storage/profile-picture.test.ts": [
          "201: stores squares without what was in the metadata",
          "encodes a picture anew that carries a page behind its pixels",
        ],
        "worker/listings/pictures.test.ts":
          "stores them re-encoded, without what was in their metadata, and serves them",
      },
    },
    {
      holds: "The client looks at /builds/latest.json on focus and every few minutes",
      by: {
        "unit/client/builds.test.ts": [
          "asks every five minutes, and is loaded again once a newer build is out",
          "asks when it comes to the front",
        ],
      },
    },
    {
      holds: "A chunk that fails to load reloads the page once",
      by: { "unit/client/builds.test.ts": "a part of the script that is not found" },
    },
    {
      holds: "Never while a form holds unsaved text",
      by: {
        "unit/client/builds.test.ts": "waits while a form holds unsaved text",
        "worker/data/pages.test.ts":
          "answers 409 to whoever was slower, keeps what both typed, and is not loaded again over it",
      },
    },
    {
      holds: "Old chunks stay reachable after a deployment",
      by: {
        "unit/launch/kept-files.test.ts": "takes along what the deployed build has and this one has not",
      },
    },
    {
      holds: "A read page costs at most 8 kB of script before it is used",
      by: {
        "unit/bundles.test.ts": "costs a page at most 8,192 bytes of gzipped script before React is needed",
      },
    },
  ],
};
