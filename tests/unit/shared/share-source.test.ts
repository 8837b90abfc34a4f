import { expect, test } from "vitest";
import { findShareSource } from "@/shared/share-source";
import { withoutShareSource, withoutTracking } from "@/shared/without-tracking";

test.each([
  ["https://catedra.test/tutoring/x?s=qr", "qr", "https://catedra.test/tutoring/x"],
  ["?s=flyer&a=1", "flyer", "?a=1"],
  ["/x?a=1&s=facebook#y", "facebook", "/x?a=1#y"],
  ["?s=link&s=qr", "link", ""],
  ["/x?s=unknown", null, "/x"],
  ["/x?s=QR&s", null, "/x"],
  ["/x?s#y", null, "/x#y"],
  ["/x?us=qr&sort=s", null, "/x?us=qr&sort=s"],
  // A parameter's value may contain a question mark.
  ["/x?q=mate?s=qr", null, "/x?q=mate?s=qr"],
  ["/x?q=mate?&s=qr&level=m", "qr", "/x?q=mate?&level=m"],
  ["/x?fbclid=IwAR1", "facebook", "/x?fbclid=IwAR1"],
  ["/x?s=link&fbclid=IwAR1", "link", "/x?fbclid=IwAR1"],
])("%s has the source %s and leads to %s", (url, source, clean) => {
  expect(findShareSource(url)).toBe(source);
  expect(withoutShareSource(url)).toBe(clean);
});

test.each([
  ["https://catedra.test/x?utm_source=a&utm_medium=b&q=c&gclid=d", "https://catedra.test/x?q=c"],
  ["?fbclid=a&s=qr#b", "#b"],
  ["/x?xgclid=a&gclidx=b&q=utm_source", "/x?xgclid=a&gclidx=b&q=utm_source"],
])("%s is cached as %s", (url, clean) => expect(withoutTracking(url)).toBe(clean));
