import { expect, test } from "vitest";
import { splitUrl } from "@/http/request-url";

test.each([
  "https://catedra.test",
  "https://catedra.test/",
  "https://catedra.test?a=1",
  "https://catedra.test/?",
  "http://localhost:8787/ro/tutoring/0123456789abcdef",
  "https://catedra.test/tutoring?subject=m&q=%C8%99&sort=-price",
  "https://catedra.test/tutoring?q=două cuvinte&x=\"<'>",
  "https://catedra.test/blog/feed.xml?a=1?b=2",
  "https://catedra.test/a/../admin",
  "https://catedra.test/./",
  "https://catedra.test/%61dmin/%2e%2e/x",
  "https://catedra.test\\admin",
  "https://catedra.test/\\admin\\users",
  "https://catedra.test//evil.test//",
  "https://ana:secret@catedra.test/profile",
  "https://catedra.test/măr?ă=ă#fragment",
  "https://catedra.test/tutoring?a#fragment",
])("%s has the pathname and query that URL gives", (url) => {
  const { pathname, search } = new URL(url);
  for (const parts of [splitUrl(url), splitUrl(url)]) {
    expect([parts.pathname, parts.search]).toEqual([pathname, search]);
  }
});
